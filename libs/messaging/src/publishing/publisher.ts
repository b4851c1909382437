import type { OutgoingRecord } from '../records/outgoing-record.js';

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
