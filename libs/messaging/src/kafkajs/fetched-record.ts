import type {
  EncodedContent,
  HeaderValue,
  PartitionHeaders,
} from '../records/partition-records.js';
import type { RecordBatch } from '../wire/record-batch.js';
import type { FetchedMessage } from './fetched-batch.js';

/** Ten bytes hold a 64-bit number at 7 bits each. */
const MAX_VARINT_BYTES = 10;

/**
 * A record within the fetched bytes. Its members are decoded when they are read. The records of a
 * fetch must be small, because thousands of them can wait until other partitions are processed.
 */
export class FetchedRecord implements FetchedMessage, EncodedContent {
  /** kafkajs does not hand over a control record, but moves its position past the record. */
  readonly isControlRecord = false;

  /**
   * @param position offset of the record
   * @param time milliseconds since the epoch
   * @param isBrokersTime whether the broker has set the time
   * @param start position of the key in the bytes
   * @param valueAt position of the value, after its length; negative if there is no value
   * @param headersAt position of the headers, which is the end of the value
   * @param end end of the headers
   */
  constructor(
    private readonly position: number,
    readonly time: number,
    readonly isBrokersTime: boolean,
    readonly bytes: Buffer,
    readonly start: number,
    private readonly valueAt: number,
    private readonly headersAt: number,
    readonly end: number,
  ) {}

  get offset(): string {
    return String(this.position);
  }

  get timestamp(): string {
    return String(this.time);
  }

  get key(): Buffer | null {
    return new RecordReader(this.bytes, this.start).field();
  }

  get value(): Buffer | null {
    return this.valueAt < 0 ? null : this.bytes.subarray(this.valueAt, this.headersAt);
  }

  /** The object has no prototype, because a header can be named like a member of a prototype. */
  get headers(): PartitionHeaders {
    return new RecordReader(this.bytes, this.headersAt).headers();
  }

  lastHeader(name: string): Buffer | null | undefined {
    return new RecordReader(this.bytes, this.headersAt).lastHeader(name);
  }

  get content(): EncodedContent {
    return this;
  }
}

/**
 * Decodes the records of a batch.
 * @param records the decompressed records
 * @throws RangeError if a record does not have the format of the log
 */
export function decodeRecords(batch: RecordBatch, records: Buffer): FetchedRecord[] {
  const { baseOffset, baseTimestamp, appendTimestamp, count } = batch;
  const isBrokersTime = appendTimestamp !== undefined;
  const reader = new RecordReader(records, 0);
  const found: FetchedRecord[] = [];
  while (found.length < count) {
    const end = reader.endOf(reader.varint());
    reader.at += 1; // attributes are unused
    const time = baseTimestamp + reader.varint();
    const offset = baseOffset + reader.varint();
    const start = reader.at;
    reader.skipField();
    const valueAt = reader.skipField();
    const headersAt = reader.at;
    reader.skipHeaders();
    if (reader.at !== end) throw new RangeError('a record is longer or shorter than it says');
    const recordTime = appendTimestamp ?? time;
    found.push(
      new FetchedRecord(offset, recordTime, isBrokersTime, records, start, valueAt, headersAt, end),
    );
  }
  return found;
}

/**
 * Reads the parts of records. Throws a RangeError at the end of the bytes.
 * @see https://kafka.apache.org/documentation/#record
 */
class RecordReader {
  constructor(
    private readonly bytes: Buffer,
    public at: number,
  ) {}

  /** Reads a zigzag varint of up to 64 bits, exact up to 2^53. */
  varint(): number {
    const { bytes } = this;
    const last = this.at + MAX_VARINT_BYTES;
    const first = bytes[this.at++];
    let byte = first;
    // The lowest bit is the sign. The sum has no such bit, because it would be exact only to 2^52.
    let size = ((first ?? 0) & 0x7f) >>> 1;
    for (let scale = 0x40; byte !== undefined && byte >= 0x80; scale *= 0x80) {
      byte = this.at < last ? bytes[this.at++] : undefined;
      size += ((byte ?? 0) & 0x7f) * scale;
    }
    if (first === undefined || byte === undefined) {
      throw new RangeError('a number in a record is not complete');
    }
    return (first & 1) === 1 ? -size - 1 : size;
  }

  /** Returns the position after the next bytes. */
  endOf(length: number): number {
    const end = this.at + length;
    if (length < 0 || end > this.bytes.length) throw new RangeError('a record is not complete');
    return end;
  }

  /** Reads a key or a value. Its length is negative if it is missing. */
  field(): Buffer | null {
    const start = this.skipField();
    return start < 0 ? null : this.bytes.subarray(start, this.at);
  }

  /** Returns the position of the skipped bytes, or -1 if they are missing. */
  skipField(): number {
    const length = this.varint();
    if (length < 0) return -1; // producers write -1, and other readers accept each negative length
    const start = this.at;
    this.at = this.endOf(length);
    return start;
  }

  skipHeaders(): void {
    for (let left = this.headerCount(); left > 0; left -= 1) {
      this.skipName();
      this.skipField();
    }
  }

  lastHeader(name: string): Buffer | null | undefined {
    let found: Buffer | null | undefined;
    for (let left = this.headerCount(); left > 0; left -= 1) {
      if (this.isText(this.skipName(), name)) found = this.field();
      else this.skipField();
    }
    return found;
  }

  headers(): PartitionHeaders {
    const headers = Object.create(null) as Record<string, HeaderValue | HeaderValue[]>;
    for (let left = this.headerCount(); left > 0; left -= 1) {
      const start = this.skipName();
      const name = this.bytes.toString('utf8', start, this.at);
      const value = this.field();
      const earlier = headers[name];
      if (earlier === undefined) headers[name] = value;
      else if (Array.isArray(earlier)) earlier.push(value);
      else headers[name] = [earlier, value];
    }
    return headers;
  }

  private skipName(): number {
    const start = this.skipField();
    if (start < 0) throw new RangeError('a header has no name');
    return start;
  }

  /** Returns whether the bytes from this position to the current position are this text. */
  private isText(start: number, text: string): boolean {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit >= 0x80) return this.bytes.toString('utf8', start, this.at) === text;
      if (this.bytes[start + at] !== unit) return false;
    }
    return start + text.length === this.at;
  }

  private headerCount(): number {
    const count = this.varint();
    if (count < 0) throw new RangeError('a record has a negative number of headers');
    return count;
  }
}
