/** One record on its way out, already encoded. */
export interface OutgoingRecord {
  /** Full topic name, prefix included. */
  readonly topic: string;
  /** Records of one key keep their order. */
  readonly key: string;
  /** `null` is a tombstone. */
  readonly value: Buffer | string | null;
  /** UTF-8 text; never holds an identifier of a user. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch; the time of sending when absent. */
  readonly timestamp?: number;
}

/**
 * Topic → partition → offset of the first record of each batch that was written there, in the order of
 * writing: the partition goes at least as far as the last one. A topic that keeps no log is absent.
 */
export type WrittenOffsets = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;

/** Where outgoing records go: Kafka, or its twin in this process. */
export interface Publisher {
  /** Makes the publisher ready. May be called again after `close()`. */
  connect(): Promise<void>;
  /**
   * Publishes all records or none, in the given order per key. At least once: a failed call may
   * have published them nevertheless.
   * @returns where they were written
   */
  publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets>;
  /** Lets go of everything. Never throws; harmless when repeated. */
  close(): Promise<void>;
}
