import type { PartitionHeaders } from '../records/partition-records.js';

/** A record as the producers take it. */
export interface OutgoingMessage {
  readonly key: Buffer | string | null;
  readonly value: Buffer | string | null;
  readonly headers?: PartitionHeaders;
  /** Milliseconds since the epoch, in decimal; the time of sending when absent. */
  readonly timestamp?: string;
  /** When absent the key decides, as it does for any other producer. */
  readonly partition?: number;
}

/** What one request brings to a topic, in its order. */
export interface TopicMessages {
  readonly topic: string;
  readonly messages: readonly OutgoingMessage[];
}

/** Where a request wrote to a partition. */
export interface SendAnswer {
  readonly topicName: string;
  readonly partition: number;
  /** Offset of the first record; absent or negative when the broker does not say. */
  readonly baseOffset?: string;
  /** The broker's time, in milliseconds since the epoch; -1 where the topic has the senders' times. */
  readonly logAppendTime?: string;
}
