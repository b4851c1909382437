import type { RecordBatch } from './record-batch.js';

/**
 * Iterates over the records of a batch. Creates no object per record, because a process reads tens
 * of millions of records when it starts.
 */
export class RecordCursor {
  offset = 0;
  /** Milliseconds since the epoch. */
  timestamp = 0;
  /** The records of the batch. A reader of these bytes needs no view for each key and value. */
  readonly bytes: Buffer;
  /** Position of the key in `bytes`; -1 without a key. */
  keyStart = -1;
  keyEnd = -1;
  /** Position of the value in `bytes`; -1 for a tombstone. */
  valueStart = -1;
  valueEnd = -1;

  private readonly baseOffset: number;
  private readonly baseTimestamp: number;
  private readonly appendTimestamp: number | undefined;
  private left: number;
  private at = 0;
  private headersAt = 0;

  constructor(batch: RecordBatch) {
    this.bytes = batch.records();
    this.baseOffset = batch.baseOffset;
    this.baseTimestamp = batch.baseTimestamp;
    this.appendTimestamp = batch.appendTimestamp;
    this.left = batch.count;
  }

  /** A view of the fetched bytes. Copy the key to keep it. */
  get key(): Buffer | null {
    return this.keyStart < 0 ? null : this.bytes.subarray(this.keyStart, this.keyEnd);
  }

  /** A view of the fetched bytes, like `key`. Null for a tombstone. */
  get value(): Buffer | null {
    return this.valueStart < 0 ? null : this.bytes.subarray(this.valueStart, this.valueEnd);
  }

  /** Moves to the next record. @returns false after the last record */
  next(): boolean {
    if (this.left <= 0) return false;
    this.left -= 1;
    const length = this.varint();
    const end = this.at + length;
    this.at += 1; // attributes are unused
    const time = this.varint();
    this.timestamp = this.appendTimestamp ?? this.baseTimestamp + time;
    this.offset = this.baseOffset + this.varint();
    const keyLength = this.varint();
    this.keyStart = keyLength < 0 ? -1 : this.at;
    this.at += Math.max(0, keyLength);
    this.keyEnd = this.at;
    const valueLength = this.varint();
    this.valueStart = valueLength < 0 ? -1 : this.at;
    this.at += Math.max(0, valueLength);
    this.valueEnd = this.at;
    this.headersAt = this.at;
    this.at = end;
    return true;
  }

  /**
   * Decodes the headers of the record, and returns them as text. For a repeated header, returns the
   * last value.
   */
  headers(): Record<string, string> {
    const behind = this.at;
    this.at = this.headersAt;
    const headers: Record<string, string> = {};
    for (let left = this.varint(); left > 0; left -= 1) {
      const name = this.field()?.toString() ?? '';
      const value = this.field();
      if (value !== null) headers[name] = value.toString();
    }
    this.at = behind;
    return headers;
  }

  private field(): Buffer | null {
    const length = this.varint();
    if (length < 0) return null;
    const start = this.at;
    this.at += length;
    return this.bytes.subarray(start, this.at);
  }

  /** Reads a zigzag varint of up to 64 bits, exact up to 2^53. */
  private varint(): number {
    let byte = this.bytes[this.at++] ?? 0;
    if (byte < 0x80) return (byte >>> 1) ^ -(byte & 1);
    // The lowest bit is the sign. The sum has no such bit, because it would be exact only to 2^52.
    const isNegative = (byte & 1) === 1;
    let size = (byte & 0x7f) >>> 1;
    for (let scale = 64; byte >= 0x80; scale *= 128) {
      byte = this.bytes[this.at++] ?? 0;
      size += (byte & 0x7f) * scale;
    }
    return isNegative ? -size - 1 : size;
  }
}
