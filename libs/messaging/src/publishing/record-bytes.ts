import type { HeaderValue, PartitionHeaders } from '../records/partition-records.js';

/** What of a record takes room in a batch. */
export interface RecordContent {
  readonly key: Buffer | string | null;
  readonly value: Buffer | string | null;
  readonly headers: PartitionHeaders;
}

/** Upper bound of what the format adds to a batch, to a record, and to each header. */
export const BATCH_OVERHEAD = 100;
const RECORD_OVERHEAD = 40;
const HEADER_OVERHEAD = 10;

/** @returns upper bound of the bytes that a record takes in a batch, not compressed */
export function recordBytes({ key, value, headers }: RecordContent): number {
  return RECORD_OVERHEAD + bytesOf(key) + bytesOf(value) + headerBytes(headers);
}

/** @returns upper bound of the bytes of a batch that holds this record only, not compressed */
export function batchBytes(record: RecordContent): number {
  return BATCH_OVERHEAD + recordBytes(record);
}

function headerBytes(headers: PartitionHeaders): number {
  let bytes = 0;
  for (const name in headers) {
    const value = headers[name] ?? null;
    const values = isList(value) ? value : [value];
    for (const one of values) {
      bytes += HEADER_OVERHEAD + Buffer.byteLength(name) + bytesOf(one);
    }
  }
  return bytes;
}

function isList(value: PartitionHeaders[string]): value is readonly HeaderValue[] {
  return Array.isArray(value);
}

function bytesOf(content: HeaderValue): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  return content?.length ?? 0;
}
