/** Headers in the form of kafkajs. A repeated header has an array of all its values. */
export type PartitionHeaders = Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;

/** `null` means that a header has no value. This is not the same as an empty value. */
export type HeaderValue = Buffer | string | null;

/**
 * Key, value and headers as they are encoded in the log. It is a range of bytes and not a view,
 * because a fetch can have thousands of records, and a view takes 55 ns and 96 bytes.
 */
export interface EncodedContent {
  readonly bytes: Buffer;
  readonly start: number;
  /** Position after the last byte. */
  readonly end: number;
}

/**
 * A record with its original bytes. A fetched record decodes a member each time that the member is
 * read.
 */
export interface PartitionRecord {
  /** A 64-bit number in decimal. */
  readonly offset: string;
  readonly key: Buffer | null;
  /** `null` for a tombstone. */
  readonly value: Buffer | null;
  readonly headers: PartitionHeaders;
  /** Returns the last value of a header. It is undefined if the record does not have the header. */
  lastHeader(name: string): HeaderValue | undefined;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly content: EncodedContent;
}

/** The result of one fetch from one partition. */
export interface PartitionBatch {
  readonly partition: number;
  readonly records: readonly PartitionRecord[];
  /** Number of offsets after the batch in the partition, including those of transaction markers. */
  readonly lag: number;
}

/** A record that is sent unchanged. */
export interface ForwardedRecord {
  /** Full name of the topic, which is one of the pipeline's `outputs`. */
  readonly topic: string;
  readonly record: Pick<PartitionRecord, 'key' | 'value' | 'time' | 'content'>;
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
