import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { PlainProducer } from '../kafkajs/plain-producer.js';
import { withAdmin } from '../kafkajs/topic-admin.js';
import { readConfig } from './topic-config.js';

/** What decides whether a tombstone in a topic deletes something. */
export interface TopicFacts {
  readonly partitions: number;
  /** As the broker says it: `compact`, `delete`, or both with a comma. */
  readonly cleanupPolicy: string;
}

/**
 * Looks at a topic. Never makes it.
 * @throws KafkaJSError when it is not there (see `topicRefusal`), or may not be looked at
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

/** Tombstones of one request. */
const SEND_RECORDS = 10_000;
/** Keys of one request: a partition's share stays below what a broker takes at once (1 MB). */
const SEND_KEYS = 500;

/**
 * Writes a tombstone for each key into every partition of topics, acknowledged by all replicas that are
 * in sync: who wrote the key may have chosen its partition in any way.
 *
 * @param beforeSend awaited before each request
 * @returns how many tombstones were written
 * @throws KafkaJSError when it is not known to be written; what `beforeSend` throws
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
