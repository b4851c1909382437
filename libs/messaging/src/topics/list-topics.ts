import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { withAdmin } from '../kafkajs/topic-admin.js';

/** Returns the sorted names of the topics with a prefix. */
export async function listTopics(kafka: KafkaClient, prefix: string): Promise<string[]> {
  const topics = await withAdmin(kafka, (admin) => admin.listTopics());
  return topics.filter((name) => name.startsWith(prefix)).sort();
}
