import type { PartitionRecord } from '../records/partition-records.js';

/** A record as `fixFetch` returns it. */
export interface FetchedMessage extends PartitionRecord {
  /** Milliseconds since the epoch, in decimal. */
  readonly timestamp: string;
  /** Whether the broker has set the timestamp. */
  readonly isBrokersTime: boolean;
}

/** The records of one fetch from one partition, with functions of the group member. */
export interface FetchedBatch {
  readonly batch: {
    readonly topic: string;
    readonly partition: number;
    readonly highWatermark: string;
    /**
     * The last message can represent an unreadable batch. `unreadableBatch` detects such a message.
     */
    readonly messages: readonly FetchedMessage[];
    /** Returns the last offset of the fetch. It can be the offset of a transaction marker. */
    lastOffset(): string;
  };
  /** Marks records as processed up to and including this offset. */
  resolveOffset(offset: string): void;
  /** @throws Error during a rebalance */
  heartbeat(): Promise<void>;
  /** Sends one commit request, and throws an error if the request fails. */
  commitOffsetsIfNecessary(offsets: CommitRequest): Promise<void>;
  /** Returns false after the member has started to leave the group. */
  isRunning(): boolean;
  /** Returns whether the position of the member was changed after this fetch. */
  isStale(): boolean;
}

export interface CommitRequest {
  topics: { topic: string; partitions: { partition: number; offset: string }[] }[];
}
