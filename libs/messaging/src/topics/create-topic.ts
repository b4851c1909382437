import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { withAdmin } from '../kafkajs/topic-admin.js';
import { waitForLeaders } from './ensure-topics.js';

export interface CreatedTopic {
  /** False: it was there already, and was not changed. */
  readonly isNew: boolean;
  /** Whether it can be written; see `waitForLeaders`. */
  readonly hasLeaders: boolean;
}

/**
 * Makes a topic with the broker's default settings and replication, and waits for its leaders.
 * @param topic full name
 * @throws KafkaJSError when Kafka cannot be reached, or refuses
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
