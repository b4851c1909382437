import { deadLetterTopicName } from '@lethe/contracts';
import { batchBytes, type PartitionRecord, type PartitionSend } from '@lethe/messaging';
import { DEAD_LETTER_REASONS, type DeadLetterReason } from './events/dead-letter-reasons.js';

/** What is left of a key that alone is too large. */
const KEY_BYTES = 16 * 1024;

/**
 * A record that can't be filtered, as it came, with what was wrong in headers of its own. It may
 * be about a suppressed user: whoever mends it puts it back on the input, never on the output.
 *
 * The whole record still is where those headers say, so of one that the topic would refuse only the
 * beginning is set aside: it must not hold up its partition.
 *
 * @param topic the input, full name
 * @param maxBytes how large a batch of the dead letters may be
 */
export function deadLetter(
  topic: string,
  partition: number,
  { key, value, headers, timestamp, offset }: PartitionRecord,
  reason: DeadLetterReason,
  maxBytes: number,
): PartitionSend {
  const told = {
    'lethe-error': reason,
    'lethe-error-message': DEAD_LETTER_REASONS[reason],
    'lethe-topic': topic,
    'lethe-partition': String(partition),
    'lethe-offset': offset,
  };
  const whole = {
    topic: deadLetterTopicName(topic),
    key,
    value,
    timestamp,
    headers: { ...headers, ...told },
  };
  return batchBytes(whole) <= maxBytes ? whole : cut(whole, told, maxBytes);
}

/** The value goes first, then the record's own headers, then the key. */
function cut(
  { value, ...letter }: PartitionSend,
  told: Readonly<Record<string, string>>,
  maxBytes: number,
): PartitionSend {
  const ways = [
    { ...letter, headers: { ...letter.headers, 'lethe-cut': 'value' } },
    { ...letter, headers: { ...told, 'lethe-cut': 'value,headers' } },
    {
      ...letter,
      key: letter.key?.subarray(0, KEY_BYTES) ?? null,
      headers: { ...told, 'lethe-cut': 'value,headers,key' },
    },
  ].map((way) => ({ way, left: maxBytes - batchBytes({ ...way, value: null }) }));
  const { way = letter, left = 0 } = ways.find((one) => one.left >= 0) ?? ways.at(-1) ?? {};
  return { ...way, value: value?.subarray(0, Math.max(0, left)) ?? null };
}
