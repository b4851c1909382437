/** Headers as kafkajs reads and writes them: of a repeated name, all values in their order. */
export type PartitionHeaders = Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;

/** `null` is a header without a value, which is not the same as an empty one. */
export type HeaderValue = Buffer | string | null;

/** One record as its bytes came. */
export interface PartitionRecord {
  /** A 64-bit number in decimal. */
  readonly offset: string;
  readonly key: Buffer | null;
  /** `null`: a tombstone. */
  readonly value: Buffer | null;
  readonly headers: PartitionHeaders;
  /** Milliseconds since the epoch, in decimal. */
  readonly timestamp: string;
}

/** What one fetch brought of one partition. */
export interface PartitionBatch {
  readonly partition: number;
  readonly records: readonly PartitionRecord[];
  /** Records that are behind the last one of the batch. */
  readonly lag: number;
}

/** One record on its way out. */
export interface PartitionSend {
  /** Full name; one of the pipeline's `outputs`. */
  readonly topic: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: PartitionHeaders;
  readonly timestamp: string;
}

/** What is to become of a batch, in one transaction with its offset. */
export interface PartitionWork {
  readonly sends: readonly PartitionSend[];
  /**
   * Called once the transaction is committed: the place to count.
   * @param nextOffset of the input, behind the batch and the markers of transactions at its end
   */
  readonly onCommitted?: (nextOffset: bigint) => void;
}
