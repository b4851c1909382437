import { deadLetterTopicName, topicName, type TopicDefinition } from '@lethe/contracts';
import type { NewTopic } from '../kafkajs/topic-admin.js';

/** The required layout of a topic. */
export interface PlannedTopic {
  /** Full name of the topic. */
  readonly name: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

const COMPACTED_DEAD_LETTERS_MS = 7 * 24 * 3_600_000;
const REPLICAS_FOR_TWO_IN_SYNC = 3;

/** Returns the topics of an installation, including dead-letter topics. */
export function planTopics(
  prefix: string,
  definitions: readonly TopicDefinition[],
): PlannedTopic[] {
  return definitions.flatMap((definition) => {
    const name = topicName(prefix, definition);
    const { partitions, config } = definition;
    const topic: PlannedTopic = { name, partitions, config };
    if (!definition.deadLetters) return [topic];
    // Dead letters are never compacted, because each of them must be examined. They are kept as
    // long as the records of their topic, or for seven days if the topic is compacted.
    const retention = config['retention.ms'] ?? String(COMPACTED_DEAD_LETTERS_MS);
    const deadLetters = { 'cleanup.policy': 'delete', 'retention.ms': retention };
    return [topic, { name: deadLetterTopicName(name), partitions, config: deadLetters }];
  });
}

/**
 * Returns the request to create a topic with the default replication of the broker.
 * @param replicas default replication of the broker; undefined if the broker refused to report it
 */
export function creationRequest(topic: PlannedTopic, replicas: number | undefined): NewTopic {
  const config = {
    ...topic.config,
    // Each record is on two machines even while a third machine is down for maintenance.
    ...((replicas ?? 0) >= REPLICAS_FOR_TWO_IN_SYNC ? { 'min.insync.replicas': '2' } : {}),
  };
  return {
    topic: topic.name,
    numPartitions: topic.partitions,
    replicationFactor: -1,
    configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
  };
}
