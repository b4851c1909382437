import type {
  ForwardedRecord,
  HeaderValue,
  PartitionHeaders,
} from '../records/partition-records.js';

/** The parts of a record that determine its size in a batch. */
export type RecordContent = NewContent | Pick<ForwardedRecord, 'record'>;

interface NewContent {
  readonly key: Buffer | string | null;
  readonly value: Buffer | string | null;
  readonly headers: PartitionHeaders;
}

/** Upper bounds of the bytes that the format adds per batch, record and header. */
export const BATCH_OVERHEAD = 100;
const RECORD_OVERHEAD = 40;
const HEADER_OVERHEAD = 10;

/** Returns an upper bound of the uncompressed bytes of a record in a batch. */
export function recordBytes(record: RecordContent): number {
  if ('record' in record) {
    const { start, end } = record.record.content;
    return RECORD_OVERHEAD + end - start;
  }
  const { key, value, headers } = record;
  return RECORD_OVERHEAD + bytesOf(key) + bytesOf(value) + headerBytes(headers);
}

/** Returns an upper bound of the uncompressed bytes of a batch with only this record. */
export function batchBytes(record: RecordContent): number {
  return BATCH_OVERHEAD + recordBytes(record);
}

function headerBytes(headers: PartitionHeaders): number {
  let bytes = 0;
  for (const name in headers) {
    const value = headers[name] ?? null;
    const values = isList(value) ? value : [value];
    for (const content of values) {
      bytes += HEADER_OVERHEAD + Buffer.byteLength(name) + bytesOf(content);
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
