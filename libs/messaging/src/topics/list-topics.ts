import type { KafkaClient } from '../create-kafka.js';

/** Names of the topics that begin with the prefix, sorted. */
export async function listTopics(kafka: KafkaClient, prefix: string): Promise<string[]> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const topics = await admin.listTopics();
    return topics.filter((name) => name.startsWith(prefix)).sort();
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
