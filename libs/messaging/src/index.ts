export { BrokerClock } from './broker-clock.js';
export * from './cloud-events.js';
export { collectRecords } from './reading/collect-records.js';
export { limitUnpackedBatches } from './compression/unpack.js';
export { createKafka, type KafkaClient, type KafkaConfig } from './create-kafka.js';
export { DirectPublisher, type DirectPublisherOptions } from './publishing/direct-publisher.js';
export {
  ensureTopics,
  TopicLayoutError,
  waitForLeaders,
  type TopicReport,
} from './topics/ensure-topics.js';
export { OffsetOutOfRangeError } from './follow/follow-leader.js';
export {
  followTopic,
  TopicReplacedError,
  type FollowedTopic,
  type FollowOptions,
  type FollowProgress,
} from './follow/follow-topic.js';
export { UnreadableBatchError, type UnreadableBatchReason } from './follow/record-batch.js';
export { InProcessBroker, type RecordHandler } from './in-process-broker.js';
export {
  ensureTopicsEventually,
  type EnsureTopicsOptions,
} from './topics/ensure-topics-eventually.js';
export { KafkaAccessError, toKafkaAccessError } from './kafka-access-error.js';
export type { KafkaLog } from './kafka-log.js';
export type { KafkaLogin } from './kafka-login.js';
export { reachKafka } from './reach-kafka.js';
export { countPartitions } from './topics/count-partitions.js';
export { LiveTail, type LiveTailOptions } from './reading/live-tail.js';
export { listTopics } from './topics/list-topics.js';
export type {
  HeaderValue,
  PartitionBatch,
  PartitionHeaders,
  PartitionRecord,
  PartitionSend,
  PartitionWork,
} from './pipeline/partition-batch.js';
export { ensureDeadLetterTopic } from './pipeline/partition-dead-letters.js';
export { PartitionPipeline, type PartitionPipelineOptions } from './pipeline/partition-pipeline.js';
export { batchBytes, type TopicLimits } from './pipeline/partition-sends.js';
export * from './publishing/publish-errors.js';
export * from './publishing/publisher.js';
export { readNewest, type ReadNewestOptions } from './reading/read-newest.js';
export {
  readTopicToEnd,
  tailTopic,
  type ReadOptions,
  type ReadToEndOptions,
  type TailOptions,
} from './reading/read-topic.js';
export type { ReceivedRecord } from './reading/received-record.js';
export {
  TransactionalPublisher,
  type TransactionalPublisherOptions,
} from './publishing/transactional-publisher.js';
export type { RecordCursor } from './follow/record-cursor.js';
export { topicIdentity, type TopicIdentity } from './follow/topic-identity.js';
export { readTopicConfig } from './topics/topic-config.js';
export { topicRefusal } from './topics/topic-refusal.js';
export { TopicObserver, type TopicExtent } from './topics/topic-observer.js';
export {
  TakeOnceConsumer,
  type TakenRecord,
  type TakeOnceOptions,
} from './reading/take-once-consumer.js';
