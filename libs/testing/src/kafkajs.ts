import type { KafkaClient } from '@lethe/messaging';
import kafkajs, { type Kafka } from 'kafkajs';

export type {
  AclEntry,
  Admin,
  ITopicConfig,
  KafkaMessage,
  Message,
  Producer,
  Transaction,
} from 'kafkajs';

// Of a CommonJS package only some exports can be imported by name.
export const {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  CompressionTypes,
  ConfigResourceTypes,
  KafkaJSProtocolError,
  ResourcePatternTypes,
} = kafkajs;

/**
 * What a client of `createKafka` is inside: for tests that do to a topic what the product never
 * does. Whoever uses it needs no import of kafkajs.
 */
export function kafkajsOf(kafka: KafkaClient): Kafka {
  return kafka as unknown as Kafka;
}
