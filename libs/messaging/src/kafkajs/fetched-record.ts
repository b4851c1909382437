import type { HeaderValue, PartitionHeaders } from '../records/partition-records.js';
import type { RecordBatch } from '../wire/record-batch.js';
import type { FetchedMessage } from './fetched-batch.js';

/** Ten bytes hold a 64-bit number at 7 bits each. */
const MAX_VARINT_BYTES = 10;

/**
 * A record with views of the fetched bytes. Most readers need only some members of a record. So the
 * record decodes its headers when a reader first needs them.
 */
export class FetchedRecord implements FetchedMessage {
  /** kafkajs does not hand over a control record, but moves its position past the record. */
  readonly isControlRecord = false;
  private decodedHeaders: PartitionHeaders | undefined;

  /**
   * @param time milliseconds since the epoch
   * @param isBrokersTime whether the broker has set the time
   * @param content key, value and headers as they are encoded in the log
   * @param headersAt position of the headers in `content`
   */
  constructor(
    readonly offset: string,
    readonly time: number,
    readonly isBrokersTime: boolean,
    readonly key: Buffer | null,
    readonly value: Buffer | null,
    readonly content: Buffer,
    private readonly headersAt: number,
  ) {}

  get timestamp(): string {
    return String(this.time);
  }

  /** The object has no prototype, because a header can be named like a member of a prototype. */
  get headers(): PartitionHeaders {
    return (this.decodedHeaders ??= new RecordReader(this.content, this.headersAt).headers());
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
    const offset = String(baseOffset + reader.varint());
    const contentAt = reader.at;
    const key = reader.field();
    const value = reader.field();
    const headersAt = reader.at - contentAt;
    reader.skipHeaders();
    if (reader.at !== end) throw new RangeError('a record is longer or shorter than it says');
    const content = records.subarray(contentAt, end);
    found.push(
      new FetchedRecord(
        offset,
        appendTimestamp ?? time,
        isBrokersTime,
        key,
        value,
        content,
        headersAt,
      ),
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
    let raw = 0;
    let scale = 1;
    for (const last = this.at + MAX_VARINT_BYTES; this.at < last; scale *= 0x80) {
      const byte = bytes[this.at];
      if (byte === undefined) break;
      this.at += 1;
      raw += (byte & 0x7f) * scale;
      if (byte < 0x80) return raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
    }
    throw new RangeError('a number in a record is not complete');
  }

  /** Returns the position after the next bytes. */
  endOf(length: number): number {
    const end = this.at + length;
    if (length < 0 || end > this.bytes.length) throw new RangeError('a record is not complete');
    return end;
  }

  /** Reads a key or a value. Its length is -1 if it is missing. */
  field(): Buffer | null {
    const length = this.varint();
    if (length === -1) return null;
    const start = this.at;
    this.at = this.endOf(length);
    return this.bytes.subarray(start, this.at);
  }

  skipHeaders(): void {
    for (let left = this.headerCount(); left > 0; left -= 1) {
      this.at = this.endOf(this.varint());
      const length = this.varint();
      if (length !== -1) this.at = this.endOf(length);
    }
  }

  headers(): PartitionHeaders {
    const headers = Object.create(null) as Record<string, HeaderValue | HeaderValue[]>;
    for (let left = this.headerCount(); left > 0; left -= 1) {
      const name = this.field()?.toString() ?? '';
      const value = this.field();
      const earlier = headers[name];
      if (earlier === undefined) headers[name] = value;
      else if (Array.isArray(earlier)) earlier.push(value);
      else headers[name] = [earlier, value];
    }
    return headers;
  }

  private headerCount(): number {
    const count = this.varint();
    if (count < 0) throw new RangeError('a record has a negative number of headers');
    return count;
  }
}
