import type { Kafka } from 'kafkajs';

declare const client: unique symbol;

/**
 * A client for one Kafka cluster, from which publishers and readers are created. The client holds
 * no connection. Only this folder and `@lethe/testing/kafka` know that it is a client of kafkajs.
 */
export interface KafkaClient {
  readonly [client]: never;
}

export function kafkajsOf(kafka: KafkaClient): Kafka {
  return kafka as unknown as Kafka;
}

/** Hides the kafkajs type from code outside this folder. */
export function toKafkaClient(kafka: Kafka): KafkaClient {
  return kafka as unknown as KafkaClient;
}
