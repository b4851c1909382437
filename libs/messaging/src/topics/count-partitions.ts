import type { KafkaClient } from '../create-kafka.js';

/** How many partitions a topic has. */
export async function countPartitions(kafka: KafkaClient, topic: string): Promise<number> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0]?.partitions.length ?? 0;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
