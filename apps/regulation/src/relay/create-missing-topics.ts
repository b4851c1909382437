import { TOPICS, topicName } from '@lethe/contracts';
import { listTopics, type KafkaClient } from '@lethe/messaging';

export interface MissingTopicsOptions {
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  /** Makes missing topics; absent where that is somebody else's work. */
  readonly createTopics?: () => Promise<unknown>;
}

/** Makes the topics where one of ours is missing, and that is our work: all of Kafka may be new. */
export async function createMissingTopics(options: MissingTopicsOptions): Promise<void> {
  const { createTopics, kafka, topicPrefix } = options;
  if (createTopics === undefined) return;
  const there = new Set(await listTopics(kafka, topicPrefix));
  const isThere = Object.values(TOPICS).every((topic) => there.has(topicName(topicPrefix, topic)));
  if (!isThere) await createTopics();
}
