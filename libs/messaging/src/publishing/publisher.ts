import type { OutgoingRecord } from '../records/outgoing-record.js';

/**
 * For each topic and partition, the first offset of each written batch, in the sequence of the
 * writes. The partition extends at least to the last of these offsets. The in-process broker has no
 * log, so it returns an empty map.
 */
export type WrittenOffsets = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;

/** Publishes records on Kafka or on its in-process replacement. */
export interface Publisher {
  /** Prepares the publisher. Can be called again after `close()`. */
  connect(): Promise<void>;
  /**
   * Publishes the records. The records of a key keep their sequence. A call that fails may still
   * have published some or all of the records.
   * @returns the written offsets
   */
  publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets>;
  /** Releases all resources. Never throws. Can be called repeatedly. */
  close(): Promise<void>;
}
