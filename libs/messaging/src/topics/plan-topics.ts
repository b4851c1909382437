import { deadLetterTopicName, topicName, type TopicDefinition } from '@lethe/contracts';
import type { NewTopic } from '../kafkajs/topic-admin.js';

/** How a topic ought to be. */
export interface PlannedTopic {
  /** Full name. */
  readonly name: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

const COMPACTED_DEAD_LETTERS_MS = 7 * 24 * 3_600_000;
const REPLICAS_FOR_TWO_IN_SYNC = 3;

/** The topics of an installation, dead letter topics included. */
export function planTopics(
  prefix: string,
  definitions: readonly TopicDefinition[],
): PlannedTopic[] {
  return definitions.flatMap((definition) => {
    const name = topicName(prefix, definition);
    const { partitions, config } = definition;
    const topic: PlannedTopic = { name, partitions, config };
    if (!definition.deadLetters) return [topic];
    // A dead letter is a case to look at, not a state: it is kept as long as its topic, never compacted.
    const retention = config['retention.ms'] ?? String(COMPACTED_DEAD_LETTERS_MS);
    const deadLetters = { 'cleanup.policy': 'delete', 'retention.ms': retention };
    return [topic, { name: deadLetterTopicName(name), partitions, config: deadLetters }];
  });
}

/**
 * The request that creates a topic with the broker's default replication.
 * @param replicas what that default is; undefined when it may not be read
 */
export function creationRequest(topic: PlannedTopic, replicas: number | undefined): NewTopic {
  const config = {
    ...topic.config,
    // A record is safe on two machines, and one of the three may be down for maintenance.
    ...((replicas ?? 0) >= REPLICAS_FOR_TWO_IN_SYNC ? { 'min.insync.replicas': '2' } : {}),
  };
  return {
    topic: topic.name,
    numPartitions: topic.partitions,
    replicationFactor: -1,
    configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
  };
}
