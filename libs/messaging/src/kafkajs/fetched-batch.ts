/** A record as kafkajs hands it over. */
export interface FetchedMessage {
  readonly offset: string;
  /** Milliseconds since the epoch, in decimal. */
  readonly timestamp: string;
  readonly key: Buffer | null;
  /** `null`: a tombstone. */
  readonly value: Buffer | null;
  /** Of a repeated name, all values in their order. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** What one fetch brought a member of a group of one partition, and what the member may do with it. */
export interface FetchedBatch {
  readonly batch: {
    readonly topic: string;
    readonly partition: number;
    readonly highWatermark: string;
    /** The last one may stand for a batch that cannot be read: see `unreadableBatch`. */
    readonly messages: readonly FetchedMessage[];
    /** With the markers of transactions behind the last record. */
    lastOffset(): string;
  };
  /** The member goes on behind this offset. */
  resolveOffset(offset: string): void;
  /** @throws Error in a rebalance */
  heartbeat(): Promise<void>;
  /** Sends one request, whose failure it throws. */
  commitOffsetsIfNecessary(offsets: CommitRequest): Promise<void>;
  /** False once the member leaves. */
  isRunning(): boolean;
  /** Whether the partition was sought since this was fetched. */
  isStale(): boolean;
}

export interface CommitRequest {
  topics: { topic: string; partitions: { partition: number; offset: string }[] }[];
}
