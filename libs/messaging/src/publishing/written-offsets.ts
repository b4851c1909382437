import type { SendAnswer } from '../kafkajs/outgoing-messages.js';
import type { WrittenOffsets } from './publisher.js';

/** Collects the offsets that the broker reports. */
export function toWrittenOffsets(answers: readonly SendAnswer[]): WrittenOffsets {
  const written = new Map<string, Map<number, number[]>>();
  for (const { topicName, partition, baseOffset } of answers) {
    if (baseOffset === undefined || baseOffset.startsWith('-')) continue; // not reported
    const topicOffsets = written.get(topicName) ?? new Map<number, number[]>();
    const batches = topicOffsets.get(partition) ?? [];
    written.set(topicName, topicOffsets.set(partition, [...batches, Number(baseOffset)]));
  }
  return written;
}
