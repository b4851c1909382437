import { deadLetterTopicName } from '@lethe/contracts/events';
import type { PartitionRecord, PartitionSend } from '@lethe/messaging';
import { DEAD_LETTER_REASONS, type DeadLetterReason } from './events/record-verdict.js';

/**
 * A record that can't be filtered, as it came, with what was wrong in headers of its own. It may
 * be about a suppressed user: whoever mends it puts it back on the input, never on the output.
 */
export function deadLetter(
  topic: string,
  partition: number,
  { key, value, headers, timestamp, offset }: PartitionRecord,
  reason: DeadLetterReason,
): PartitionSend {
  return {
    topic: deadLetterTopicName(topic),
    key,
    value,
    timestamp,
    headers: {
      ...headers,
      'lethe-error': reason,
      'lethe-error-message': DEAD_LETTER_REASONS[reason],
      'lethe-topic': topic,
      'lethe-partition': String(partition),
      'lethe-offset': offset,
    },
  };
}
