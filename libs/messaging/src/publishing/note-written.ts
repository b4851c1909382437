import type { RecordMetadata } from 'kafkajs';

/** Notes where the broker says that it has written. */
export function noteWritten(
  written: Map<string, Map<number, number[]>>,
  answers: readonly RecordMetadata[],
): void {
  for (const { topicName, partition, baseOffset } of answers) {
    if (baseOffset === undefined || baseOffset.startsWith('-')) continue; // it does not say
    const ofTopic = written.get(topicName) ?? new Map<number, number[]>();
    const batches = ofTopic.get(partition) ?? [];
    written.set(topicName, ofTopic.set(partition, [...batches, Number(baseOffset)]));
  }
}
