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

// These exports of kafkajs, a CommonJS package, cannot be imported by name.
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
 * Returns the kafkajs client of a client from `createKafka`. Tests use it to change topics in
 * ways that Lethe never uses. They need no import of kafkajs.
 */
export function kafkajsOf(kafka: KafkaClient): Kafka {
  return kafka as unknown as Kafka;
}
