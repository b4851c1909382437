/** Headers in the form of kafkajs. A repeated header has an array of all its values. */
export type PartitionHeaders = Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;

/** `null` means that a header has no value. This is not the same as an empty value. */
export type HeaderValue = Buffer | string | null;

/** A record with its original bytes. */
export interface PartitionRecord {
  /** A 64-bit number in decimal. */
  readonly offset: string;
  readonly key: Buffer | null;
  /** `null` for a tombstone. */
  readonly value: Buffer | null;
  readonly headers: PartitionHeaders;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Key, value and headers as they are encoded in the log. */
  readonly content: Buffer;
}

/** The result of one fetch from one partition. */
export interface PartitionBatch {
  readonly partition: number;
  readonly records: readonly PartitionRecord[];
  /** Number of offsets after the batch in the partition, including those of transaction markers. */
  readonly lag: number;
}

/** A record that is sent unchanged. */
export interface ForwardedRecord extends Pick<
  PartitionRecord,
  'key' | 'value' | 'time' | 'content'
> {
  /** Full name of the topic, which is one of the pipeline's `outputs`. */
  readonly topic: string;
}

/** A new record. */
export interface PartitionSend extends Pick<PartitionRecord, 'key' | 'value' | 'headers' | 'time'> {
  /** Full name of the topic, which is one of the pipeline's `outputs`. */
  readonly topic: string;
}

/** The result of a batch. It is sent in one transaction with the offset of the batch. */
export interface PartitionWork {
  readonly sends: readonly (PartitionSend | ForwardedRecord)[];
  /**
   * Called after the commit, for counters.
   * @param nextOffset input offset after the batch and after the transaction markers that follow it
   */
  readonly onCommitted?: (nextOffset: bigint) => void;
}
