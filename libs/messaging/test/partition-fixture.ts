import { randomUUID } from 'node:crypto';
import { waitFor } from '@lethe/testing';
import { kafkajsOf, type KafkaMessage, type Message } from '@lethe/testing/kafka';
import type { KafkaClient } from '../src/index.js';

export async function deleteTopic(kafka: KafkaClient, topic: string) {
  const admin = kafkajsOf(kafka).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
}

/**
 * Publishes messages unchanged and exactly once, even if some partitions have no leader yet and
 * kafkajs must try again.
 */
export async function sendRaw(kafka: KafkaClient, topic: string, messages: Message[]) {
  const producer = kafkajsOf(kafka).producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  await producer.send({ topic, messages });
  await producer.disconnect();
}

export interface RawRecord {
  readonly partition: number;
  readonly message: KafkaMessage;
}

export async function readRaw(
  kafka: KafkaClient,
  topic: string,
  until: (records: readonly RawRecord[]) => boolean,
): Promise<readonly RawRecord[]> {
  const records: RawRecord[] = [];
  const seen = new Set<string>();
  const consumer = kafkajsOf(kafka).consumer({
    groupId: `read-${randomUUID()}`,
    maxWaitTimeInMs: 200,
  });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: ({ partition, message }) => {
      // The consumer commits no offsets, so after a rejoin it reads all records again.
      const recordId = `${partition}:${message.offset}`;
      if (seen.has(recordId)) return Promise.resolve();
      seen.add(recordId);
      records.push({ partition, message });
      return Promise.resolve();
    },
  });
  try {
    await waitFor(() => until(records), { message: `records of ${topic}` });
  } finally {
    await consumer.disconnect();
  }
  return records;
}
