import type { EncodedContent, PartitionHeaders } from '../records/partition-records.js';

/** A record that a producer sends. */
export interface OutgoingMessage {
  readonly key: Buffer | string | null;
  readonly value: Buffer | string | null;
  readonly headers?: PartitionHeaders;
  /** Key, value and headers, which are sent verbatim. */
  readonly content?: EncodedContent;
  /** Milliseconds since the epoch. If absent, the time of sending is used. */
  readonly timestamp?: number;
  /** If absent, the key determines the partition, as in other producers. */
  readonly partition?: number | undefined;
}

/** The records for one topic in a request, in sequence. */
export interface TopicMessages {
  readonly topic: string;
  readonly messages: readonly OutgoingMessage[];
}

/** The position in a partition at which a request wrote its records. */
export interface SendAnswer {
  readonly topicName: string;
  readonly partition: number;
  /** Offset of the first record. Absent or negative if the broker does not report the offset. */
  readonly baseOffset?: string;
  /**
   * Time of the broker, in milliseconds since the epoch. It is -1 if the topic uses the times of
   * producers.
   */
  readonly logAppendTime?: string;
}
