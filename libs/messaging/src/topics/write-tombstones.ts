import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { PlainProducer } from '../kafkajs/plain-producer.js';
import { withAdmin } from '../kafkajs/topic-admin.js';
import { readConfig } from './topic-config.js';

/** The properties of a topic that determine whether a tombstone deletes records. */
export interface TopicFacts {
  readonly partitions: number;
  /** The value that the broker reports: `compact`, `delete`, or both with a comma. */
  readonly cleanupPolicy: string;
}

/**
 * Describes a topic. Never creates the topic.
 * @throws KafkaJSError if the topic does not exist or the broker refuses to describe it (see
 * `topicRefusal`)
 */
export function describeTopic(kafka: KafkaClient, topic: string): Promise<TopicFacts> {
  return withAdmin(kafka, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const cleanupPolicy = (await readConfig(admin, 'topic', topic, 'cleanup.policy')) ?? '';
    return { partitions: topics[0]?.partitions.length ?? 0, cleanupPolicy };
  });
}

export interface TombstoneTarget {
  readonly topic: string;
  readonly partitions: number;
}

/** Maximum number of tombstones per request. */
const SEND_RECORDS = 10_000;
/**
 * Maximum number of keys per request. This number keeps the tombstones of a partition below the
 * limit of a broker (1 MB).
 */
const SEND_KEYS = 500;

/**
 * Writes a tombstone for each key into every partition, because the producer of the key may have
 * used any partitioner. All in-sync replicas confirm the writes.
 *
 * @param beforeSend called and awaited before each request
 * @returns number of written tombstones
 * @throws KafkaJSError if the writes are not confirmed; the error of `beforeSend`
 */
export async function writeTombstones(
  kafka: KafkaClient,
  targets: readonly TombstoneTarget[],
  keys: readonly string[],
  beforeSend: () => Promise<void>,
): Promise<number> {
  const producer = new PlainProducer(kafka, { retries: 5 });
  let written = 0;
  try {
    await producer.connect();
    for (const { topic, partitions } of targets) {
      const step = Math.min(SEND_KEYS, Math.max(1, Math.floor(SEND_RECORDS / partitions)));
      for (let from = 0; from < keys.length; from += step) {
        const messages = keys
          .slice(from, from + step)
          .flatMap((key) =>
            Array.from({ length: partitions }, (_, partition) => ({ key, value: null, partition })),
          );
        await beforeSend();
        await producer.send([{ topic, messages }]);
        written += messages.length;
      }
    }
    return written;
  } finally {
    await producer.close();
  }
}
