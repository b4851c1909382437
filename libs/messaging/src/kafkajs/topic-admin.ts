import kafkajs, { type AdminConfig } from 'kafkajs';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';

// Named imports work only for some exports of a CommonJS package.
const { ConfigResourceTypes, KafkaJSAggregateError, KafkaJSProtocolError } = kafkajs;

/** Types of resources for `describeConfigs`. */
export const CONFIG_OF: { readonly topic: number; readonly broker: number } = {
  topic: ConfigResourceTypes.TOPIC,
  broker: ConfigResourceTypes.BROKER,
};

export interface NewTopic {
  /** Full name of the topic. */
  readonly topic: string;
  readonly numPartitions: number;
  /** -1 means the default of the broker. */
  readonly replicationFactor: number;
  readonly configEntries?: { name: string; value: string }[];
}

export interface ConfigQuery {
  /** One of `CONFIG_OF`. */
  readonly type: number;
  readonly name: string;
  readonly configNames: string[];
}

/** The operations on topics that Lethe needs from the admin client of kafkajs. */
export interface TopicAdmin {
  listTopics(): Promise<string[]>;
  /** @returns false if one of the topics existed already */
  createTopics(request: { topics: NewTopic[]; waitForLeaders: boolean }): Promise<boolean>;
  describeConfigs(request: { resources: ConfigQuery[]; includeSynonyms: boolean }): Promise<{
    resources: { configEntries: { configName: string; configValue: string }[] }[];
  }>;
  describeCluster(): Promise<{ controller: number | null; brokers: { nodeId: number }[] }>;
  fetchTopicMetadata(request: {
    topics: string[];
  }): Promise<{ topics: { name: string; partitions: { leader: number }[] }[] }>;
  /** Returns the first offset of each partition, and the end of its visible records. */
  fetchTopicOffsets(topic: string): Promise<{ partition: number; low: string; high: string }[]>;
}

/**
 * Calls `work` with a connected admin client, and disconnects the client afterwards.
 * @throws KafkaJSError if Kafka cannot be reached; the error of `work`
 */
export async function withAdmin<T>(
  kafka: KafkaClient,
  work: (admin: TopicAdmin) => Promise<T>,
  config: AdminConfig = {},
): Promise<T> {
  const admin = kafkajsOf(kafka).admin(config);
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/**
 * If a broker refused a request, returns Kafka's name of the error, for instance
 * `TOPIC_AUTHORIZATION_FAILED`.
 * @throws the error itself if no broker refused the request, for instance if Kafka is unreachable
 */
export function refusalOf(error: unknown): string {
  const inner = error instanceof KafkaJSAggregateError ? error.errors[0] : error;
  if (inner instanceof KafkaJSProtocolError) return inner.type;
  const cause = inner instanceof Error ? inner.cause : undefined;
  if (cause instanceof KafkaJSProtocolError) return cause.type;
  throw error;
}
