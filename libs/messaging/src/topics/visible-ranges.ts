import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { withAdmin } from '../kafkajs/topic-admin.js';

/** First offset of a partition, and end of its visible records. */
export interface VisibleRange {
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

/** Returns the ranges of all partitions, or an empty list if the topic does not exist. */
export function visibleRanges(kafka: KafkaClient, topic: string): Promise<VisibleRange[]> {
  return withAdmin(kafka, async (admin) => {
    if (!(await admin.listTopics()).includes(topic)) return [];
    const found = await admin.fetchTopicOffsets(topic);
    return found.map(({ partition, low, high }) => ({
      partition,
      low: Number(low),
      high: Number(high),
    }));
  });
}
