import { TOPICS, topicName } from '@lethe/contracts';
import { listTopics, type KafkaClient } from '@lethe/messaging';

export interface MissingTopicsOptions {
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  /** Creates missing topics; absent when operators create them. */
  readonly createTopics?: () => Promise<unknown>;
}

/**
 * Creates the installation's topics if one is missing and `createTopics` is given: the whole Kafka
 * may have been replaced by an empty one.
 */
export async function createMissingTopics(options: MissingTopicsOptions): Promise<void> {
  const { createTopics, kafka, topicPrefix } = options;
  if (createTopics === undefined) return;
  const there = new Set(await listTopics(kafka, topicPrefix));
  const isThere = Object.values(TOPICS).every((topic) => there.has(topicName(topicPrefix, topic)));
  if (!isThere) await createTopics();
}
