import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { withAdmin } from '../kafkajs/topic-admin.js';
import { waitForLeaders } from './ensure-topics.js';

export interface CreatedTopic {
  /** False if the topic existed already. An existing topic is not changed. */
  readonly isNew: boolean;
  /** Whether the topic is writable (see `waitForLeaders`). */
  readonly hasLeaders: boolean;
}

/**
 * Creates a topic with the default settings and replication of the broker, and waits for its
 * leaders.
 * @param topic full name
 * @throws KafkaJSError if Kafka cannot be reached or refuses the request
 */
export function createTopic(
  kafka: KafkaClient,
  topic: string,
  partitions: number,
): Promise<CreatedTopic> {
  return withAdmin(kafka, async (admin) => {
    const topics = [{ topic, numPartitions: partitions, replicationFactor: -1 }];
    const isNew = await admin.createTopics({ topics, waitForLeaders: false });
    return { isNew, hasLeaders: await waitForLeaders(admin, [topic]) };
  });
}
