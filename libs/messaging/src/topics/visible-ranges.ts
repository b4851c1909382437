import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { withAdmin } from '../kafkajs/topic-admin.js';

/** Where a partition begins, and where what is visible of it ends. */
export interface VisibleRange {
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

/** @returns those of a topic's partitions; none where there is no such topic */
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
