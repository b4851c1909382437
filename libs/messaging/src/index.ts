export { BrokerClock } from './publishing/broker-clock.js';
export {
  toCloudEventHeaders,
  toCloudEventRecord,
  type CloudEventAttributes,
} from './records/cloud-events.js';
export { limitUnpackedBatches } from './compression/unpacked-limit.js';
export { createKafka, type KafkaConfig } from './kafkajs/create-kafka.js';
export type { KafkaClient } from './kafkajs/kafka-client.js';
export { DirectPublisher, type DirectPublisherOptions } from './publishing/direct-publisher.js';
export { createTopic, type CreatedTopic } from './topics/create-topic.js';
export {
  ensureTopics,
  TopicLayoutError,
  waitForLeaders,
  type TopicReport,
} from './topics/ensure-topics.js';
export { OffsetOutOfRangeError } from './follow/follow-leader.js';
export type { FollowedTopic, FollowOptions, FollowProgress } from './follow/follow-options.js';
export { followTopic } from './follow/follow-topic.js';
export { UnreadableBatchError, type UnreadableBatchReason } from './wire/record-batch.js';
export { InProcessBroker, type RecordHandler } from './publishing/in-process-broker.js';
export { reachTopics } from './topics/reach-topics.js';
export { KafkaAccessError, toKafkaAccessError } from './kafkajs/kafka-access-error.js';
export type { KafkaLog } from './kafkajs/kafka-log.js';
export type { KafkaLogin } from './kafkajs/kafka-login.js';
export { reachKafka } from './kafkajs/reach-kafka.js';
export { LiveTail, type LiveTailOptions } from './reading/live-tail.js';
export { listTopics } from './topics/list-topics.js';
export type {
  EncodedContent,
  ForwardedRecord,
  HeaderValue,
  PartitionBatch,
  PartitionHeaders,
  PartitionRecord,
  PartitionSend,
  PartitionWork,
} from './records/partition-records.js';
export { ensureDeadLetterTopic } from './topics/ensure-dead-letter-topic.js';
export { PartitionPipeline, type PartitionPipelineOptions } from './pipeline/partition-pipeline.js';
export type { TopicLimits } from './pipeline/partition-sends.js';
export { batchBytes } from './publishing/record-bytes.js';
export { FencedError, PublishError } from './publishing/publish-errors.js';
export type { Publisher, WrittenOffsets } from './publishing/publisher.js';
export { readNewest, type ReadNewestOptions } from './reading/read-newest.js';
export {
  OpenTransactionError,
  readTopicToEnd,
  tailTopic,
  type ReadToEndOptions,
  type TailOptions,
} from './reading/read-topic.js';
export type { OutgoingRecord } from './records/outgoing-record.js';
export type { ReceivedRecord } from './records/received-record.js';
export {
  TransactionalPublisher,
  type TransactionalPublisherOptions,
} from './publishing/transactional-publisher.js';
export type { RecordCursor } from './wire/record-cursor.js';
export { topicIdentity, type TopicIdentity } from './follow/topic-identity.js';
export { readTopicConfig } from './topics/topic-config.js';
export { topicRefusal } from './topics/topic-refusal.js';
export { TopicObserver, type TopicExtent } from './topics/topic-observer.js';
export {
  AtMostOnceConsumer,
  type TakenRecord,
  type AtMostOnceOptions,
} from './reading/at-most-once-consumer.js';
export {
  describeTopic,
  writeTombstones,
  type TombstoneTarget,
  type TopicFacts,
} from './topics/write-tombstones.js';
