import type { SendAnswer } from '../kafkajs/outgoing-messages.js';
import type { WrittenOffsets } from './publisher.js';

/** Where the broker says that it has written. */
export function toWrittenOffsets(answers: readonly SendAnswer[]): WrittenOffsets {
  const written = new Map<string, Map<number, number[]>>();
  for (const { topicName, partition, baseOffset } of answers) {
    if (baseOffset === undefined || baseOffset.startsWith('-')) continue; // the broker does not say
    const ofTopic = written.get(topicName) ?? new Map<number, number[]>();
    const batches = ofTopic.get(partition) ?? [];
    written.set(topicName, ofTopic.set(partition, [...batches, Number(baseOffset)]));
  }
  return written;
}
