/**
 * A broker takes batches of 1 MB by default; real records do not shrink to less than a hundredth.
 */
const DEFAULT_MAX_BYTES = 100 * 1024 * 1024;
let maxBytes = DEFAULT_MAX_BYTES;

/**
 * Sets how large a batch may become, for all readers of the process: kafkajs unpacks without saying
 * which reader asks.
 * @param bytes default 100 MiB
 */
export function limitUnpackedBatches(bytes = DEFAULT_MAX_BYTES): void {
  maxBytes = bytes;
}

/** Most bytes of an unpacked batch. */
export function unpackedLimit(): number {
  return maxBytes;
}

/** Unpacked, a batch would be larger than the limit. */
export class TooLargeError extends RangeError {
  override readonly name = 'TooLargeError';

  constructor() {
    super(`Unpacked it is larger than ${maxBytes} bytes.`);
  }
}

/** What a record takes in memory beside its bytes, where each becomes an object: a batch may hold millions of empty ones. */
const RECORD_OBJECT_BYTES = 500;

/** Bytes of a batch in memory, where each of its records becomes an object. */
export function objectBytes(records: Buffer, count: number): number {
  return records.length + count * RECORD_OBJECT_BYTES;
}
