import { createKafka } from '@lethe/messaging';
import { kafkajsOf, type Admin } from '@lethe/testing/kafka';
import type { System, TopicKey } from '../system.js';

export async function withKafkaAdmin<T>(
  brokers: string,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'e2e' });
  const admin = kafkajsOf(kafka).admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/**
 * Returns the values of the records of a topic that a group has committed as read.
 * @throws if the topic does not exist
 */
export async function valuesRead(
  system: System,
  groupId: string,
  key: TopicKey,
): Promise<string[]> {
  const topic = system.topic(key);
  const records = await system.records(key);
  const [group] = await withKafkaAdmin(system.brokers, (admin) =>
    admin.fetchOffsets({ groupId, topics: [topic] }),
  );
  const nextOf = new Map(group?.partitions.map(({ partition, offset }) => [partition, offset]));
  return records
    .filter(({ partition, offset }) => BigInt(nextOf.get(partition) ?? -1) > BigInt(offset))
    .map((record) => String(record.value));
}
