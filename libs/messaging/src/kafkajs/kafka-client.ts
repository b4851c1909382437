import type { Kafka } from 'kafkajs';

declare const client: unique symbol;

/**
 * A client for one Kafka cluster; publishers and readers are made from it. Holds no connection. Only
 * this folder, and `@lethe/testing/kafka` for tests, knows that it is kafkajs'.
 */
export interface KafkaClient {
  readonly [client]: never;
}

/** The client that kafkajs made. */
export function kafkajsOf(kafka: KafkaClient): Kafka {
  return kafka as unknown as Kafka;
}

/** The same client, for everybody outside of this folder. */
export function toKafkaClient(kafka: Kafka): KafkaClient {
  return kafka as unknown as KafkaClient;
}
