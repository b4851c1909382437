import { deadLetterTopicName } from '@lethe/contracts';
import { batchBytes, type PartitionRecord, type PartitionSend } from '@lethe/messaging';
import { DEAD_LETTER_REASONS, type DeadLetterReason } from './events/dead-letter-reasons.js';

/** Bytes of the key that a dead letter keeps, if the key must be cut. */
const KEY_BYTES = 16 * 1024;

/**
 * Returns the dead letter for a record that cannot be filtered. It contains the unchanged record,
 * and headers with the reason. The record can belong to a suppressed user. So a corrected copy must
 * go to the input topic, never to the output topic.
 *
 * A record that is too large for the dead-letter topic is cut. If it were not cut, the topic would
 * refuse it, and the filter could not continue with its partition. The headers give the topic,
 * partition and offset of the complete record.
 *
 * @param topic full name of the input topic
 * @param maxBytes maximum size of a batch in the dead-letter topic
 */
export function deadLetter(
  topic: string,
  partition: number,
  { key, value, headers, time, offset }: Omit<PartitionRecord, 'content' | 'lastHeader'>,
  reason: DeadLetterReason,
  maxBytes: number,
): PartitionSend {
  const details = {
    'lethe-error': reason,
    'lethe-error-message': DEAD_LETTER_REASONS[reason],
    'lethe-topic': topic,
    'lethe-partition': String(partition),
    'lethe-offset': offset,
  };
  const complete = {
    topic: deadLetterTopicName(topic),
    key,
    value,
    time,
    headers: { ...headers, ...details },
  };
  return batchBytes(complete) <= maxBytes ? complete : cut(complete, details, maxBytes);
}

/**
 * Cuts the value. If the dead letter is still too large, also removes the headers of the record,
 * and then also cuts the key.
 */
function cut(
  { value, ...letter }: PartitionSend,
  details: Readonly<Record<string, string>>,
  maxBytes: number,
): PartitionSend {
  const variants = [
    { ...letter, headers: { ...letter.headers, 'lethe-cut': 'value' } },
    { ...letter, headers: { ...details, 'lethe-cut': 'value,headers' } },
    {
      ...letter,
      key: letter.key?.subarray(0, KEY_BYTES) ?? null,
      headers: { ...details, 'lethe-cut': 'value,headers,key' },
    },
  ].map((variant) => ({ variant, left: maxBytes - batchBytes({ ...variant, value: null }) }));
  const { variant = letter, left = 0 } =
    variants.find((candidate) => candidate.left >= 0) ?? variants.at(-1) ?? {};
  return { ...variant, value: value?.subarray(0, Math.max(0, left)) ?? null };
}
