/**
 * By default, brokers accept batches of up to 1 MB. Real records are at most 100 times larger after
 * decompression.
 */
const DEFAULT_MAX_BYTES = 100 * 1024 * 1024;
let maxBytes = DEFAULT_MAX_BYTES;

/**
 * Sets the maximum size of a decompressed batch. The limit applies to all readers of the process,
 * because kafkajs does not pass the reader to its codecs.
 * @param bytes default 100 MiB
 */
export function limitUnpackedBatches(bytes = DEFAULT_MAX_BYTES): void {
  maxBytes = bytes;
}

/** Returns the maximum size of a decompressed batch, in bytes. */
export function unpackedLimit(): number {
  return maxBytes;
}

/** A batch would exceed the limit after decompression. */
export class TooLargeError extends RangeError {
  override readonly name = 'TooLargeError';

  constructor() {
    super(`After decompression it is larger than ${maxBytes} bytes.`);
  }
}

/**
 * Memory of a record object in addition to the bytes of the record. Without this addition, a batch
 * with millions of empty records would stay below the limit.
 */
const RECORD_OBJECT_BYTES = 500;

/** Returns the memory in bytes that a batch needs with one object per record. */
export function objectBytes(records: Buffer, count: number): number {
  return records.length + count * RECORD_OBJECT_BYTES;
}
