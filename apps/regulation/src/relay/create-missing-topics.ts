import { TOPICS, topicName } from '@lethe/contracts';
import { listTopics, type KafkaClient } from '@lethe/messaging';
import type { Logger } from '@lethe/observability';

/** With what the relay reaches its topics. */
export interface TopicParts {
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  readonly logger: Logger;
  /** Creates missing topics; absent when operators create them. */
  readonly createTopics?: () => Promise<unknown>;
}

/**
 * Creates the installation's topics if one is missing and `createTopics` is given: the whole Kafka
 * may have been replaced by an empty one.
 */
export async function createMissingTopics({
  createTopics,
  kafka,
  topicPrefix,
}: TopicParts): Promise<void> {
  if (createTopics === undefined) return;
  const there = new Set(await listTopics(kafka, topicPrefix));
  const isThere = Object.values(TOPICS).every((topic) => there.has(topicName(topicPrefix, topic)));
  if (!isThere) await createTopics();
}
