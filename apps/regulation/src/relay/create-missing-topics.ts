import { TOPICS, topicName } from '@lethe/contracts';
import { listTopics, type KafkaClient } from '@lethe/messaging';
import type { Logger } from '@lethe/observability';

export interface TopicParts {
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  readonly logger: Logger;
  /** Creates missing topics. It is absent if operators create the topics. */
  readonly createTopics?: () => Promise<unknown>;
}

/**
 * Creates the topics of the installation if one of them is missing and `createTopics` is given.
 * Topics are missing, for example, if Kafka was replaced by an empty installation.
 */
export async function createMissingTopics({
  createTopics,
  kafka,
  topicPrefix,
}: TopicParts): Promise<void> {
  if (createTopics === undefined) return;
  const names = new Set(await listTopics(kafka, topicPrefix));
  const hasAll = Object.values(TOPICS).every((topic) => names.has(topicName(topicPrefix, topic)));
  if (!hasAll) await createTopics();
}
