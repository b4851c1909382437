import kafkajs, { type AdminConfig } from 'kafkajs';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';

// Of a CommonJS package only some exports can be imported by name.
const { ConfigResourceTypes, KafkaJSAggregateError, KafkaJSProtocolError } = kafkajs;

/** Whose settings `describeConfigs` tells. */
export const CONFIG_OF: { readonly topic: number; readonly broker: number } = {
  topic: ConfigResourceTypes.TOPIC,
  broker: ConfigResourceTypes.BROKER,
};

/** A topic that is to be made. */
export interface NewTopic {
  /** Full name. */
  readonly topic: string;
  readonly numPartitions: number;
  /** -1: as the broker has it by default. */
  readonly replicationFactor: number;
  readonly configEntries?: { name: string; value: string }[];
}

export interface ConfigQuery {
  /** One of `CONFIG_OF`. */
  readonly type: number;
  readonly name: string;
  readonly configNames: string[];
}

/** What we ask a cluster about its topics; a part of kafkajs' admin client. */
export interface TopicAdmin {
  listTopics(): Promise<string[]>;
  /** @returns false when one of them was there already */
  createTopics(request: { topics: NewTopic[]; waitForLeaders: boolean }): Promise<boolean>;
  describeConfigs(request: { resources: ConfigQuery[]; includeSynonyms: boolean }): Promise<{
    resources: { configEntries: { configName: string; configValue: string }[] }[];
  }>;
  describeCluster(): Promise<{ controller: number | null; brokers: { nodeId: number }[] }>;
  fetchTopicMetadata(request: {
    topics: string[];
  }): Promise<{ topics: { name: string; partitions: { leader: number }[] }[] }>;
  /** Where the partitions begin and where what is visible of them ends. */
  fetchTopicOffsets(topic: string): Promise<{ partition: number; low: string; high: string }[]>;
}

/**
 * Connects for some requests, and disconnects.
 * @throws KafkaJSError when Kafka cannot be reached; what `work` throws
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
 * Kafka's name of what a broker refused an admin client, for instance `TOPIC_AUTHORIZATION_FAILED`.
 * @throws the error itself when it is not a refusal (Kafka is gone)
 */
export function refusalOf(error: unknown): string {
  const inner = error instanceof KafkaJSAggregateError ? error.errors[0] : error;
  if (inner instanceof KafkaJSProtocolError) return inner.type;
  const cause = inner instanceof Error ? inner.cause : undefined;
  if (cause instanceof KafkaJSProtocolError) return cause.type;
  throw error;
}
