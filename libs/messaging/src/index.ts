export * from './cloud-events.js';
export { collectRecords } from './collect-records.js';
export { createKafka, type KafkaClient, type KafkaConfig } from './create-kafka.js';
export { DirectPublisher, type DirectPublisherOptions } from './direct-publisher.js';
export { ensureTopics, TopicLayoutError, type TopicReport } from './ensure-topics.js';
export { OffsetOutOfRangeError } from './follow-leader.js';
export {
  followTopic,
  TopicReplacedError,
  type FollowedTopic,
  type FollowOptions,
  type FollowProgress,
} from './follow-topic.js';
export { InProcessBroker, type RecordHandler } from './in-process-broker.js';
export { ensureTopicsEventually, type EnsureTopicsOptions } from './ensure-topics-eventually.js';
export { KafkaAccessError, toKafkaAccessError } from './kafka-access-error.js';
export type { KafkaLog } from './kafka-log.js';
export type { KafkaLogin } from './kafka-login.js';
export { reachKafka } from './reach-kafka.js';
export { countPartitions } from './count-partitions.js';
export { LiveTail, type LiveTailOptions } from './live-tail.js';
export { listTopics } from './list-topics.js';
export type {
  HeaderValue,
  PartitionBatch,
  PartitionHeaders,
  PartitionRecord,
  PartitionSend,
  PartitionWork,
} from './partition-batch.js';
export { PartitionPipeline, type PartitionPipelineOptions } from './partition-pipeline.js';
export * from './publish-errors.js';
export * from './publisher.js';
export {
  readTopicToEnd,
  tailTopic,
  type ReadOptions,
  type ReadToEndOptions,
  type TailOptions,
} from './read-topic.js';
export type { ReceivedRecord } from './received-record.js';
export {
  TransactionalPublisher,
  type TransactionalPublisherOptions,
} from './transactional-publisher.js';
export type { RecordCursor } from './record-cursor.js';
export { topicIdentity, type TopicIdentity } from './topic-identity.js';
export { readTopicConfig } from './topic-config.js';
export { TakeOnceConsumer, type TakenRecord, type TakeOnceOptions } from './take-once-consumer.js';
