import type { HeaderValue, PartitionHeaders } from '../records/partition-records.js';

export interface WritableRecord {
  readonly key?: Buffer | string | null;
  readonly value?: Buffer | string | null;
  readonly headers?: PartitionHeaders;
}

const NO_HEADERS: PartitionHeaders = {};
/** Initial size of the buffer per record. */
const INITIAL_BYTES = 512;
/** Eight bytes hold a 53-bit number at 7 bits each. */
const MAX_VARINT_BYTES = 8;
/** In UTF-8, a UTF-16 unit takes at most 3 bytes. A length below 64 takes one byte. */
const [MAX_BYTES_PER_UNIT, SHORT_TEXT] = [3, 64];
/** Space for the length of a record. It is the exact space for records of 64 to 8,191 bytes. */
const LENGTH_BYTES = 2;

/**
 * Writes the records of a batch into one buffer, in the format of the log.
 *
 * @see https://kafka.apache.org/documentation/#record
 */
export class RecordWriter {
  private buffer: Buffer;
  private at: number;

  /**
   * @param ahead bytes to reserve before the first record
   * @param count number of records
   */
  constructor(ahead: number, count: number) {
    this.buffer = Buffer.allocUnsafe(ahead + count * INITIAL_BYTES);
    this.at = ahead;
  }

  /** Returns the reserved bytes and the records written so far. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  /**
   * @param index position in the batch, from 0
   * @param milliseconds time of the record minus the first time of the batch
   */
  add({ key, value, headers = NO_HEADERS }: WritableRecord, index: number, milliseconds: number) {
    const begin = this.at;
    this.at += LENGTH_BYTES; // written by `closeRecord`
    this.reserve(1);
    this.buffer[this.at++] = 0; // attributes are unused
    this.varint(milliseconds);
    this.varint(index);
    this.field(key ?? null);
    this.field(value ?? null);
    this.headers(headers);
    this.closeRecord(begin);
  }

  private headers(headers: PartitionHeaders): void {
    const names = Object.keys(headers);
    const count = names.reduce((sum, name) => {
      const value = headers[name];
      return sum + (isList(value) ? value.length : 1);
    }, 0);
    this.varint(count);
    for (const name of names) {
      const value = headers[name] ?? null;
      for (const content of isList(value) ? value : [value]) {
        this.text(name);
        this.field(content);
      }
    }
  }

  private field(content: HeaderValue): void {
    if (content === null) this.varint(-1);
    else if (typeof content === 'string') this.text(content);
    else {
      this.varint(content.length);
      this.reserve(content.length);
      this.at += content.copy(this.buffer, this.at);
    }
  }

  private text(text: string): void {
    const maxBytes = text.length * MAX_BYTES_PER_UNIT;
    if (maxBytes < SHORT_TEXT) {
      this.reserve(1 + maxBytes);
      const length = this.buffer.write(text, this.at + 1);
      this.buffer[this.at] = length * 2;
      this.at += 1 + length;
      return;
    }
    const length = Buffer.byteLength(text);
    this.varint(length);
    this.reserve(length);
    this.at += this.buffer.write(text, this.at);
  }

  /** Writes the length of the record. Moves the record if the length needs more or less space. */
  private closeRecord(begin: number): void {
    const [start, end] = [begin + LENGTH_BYTES, this.at];
    const length = end - start;
    const moved = begin + varintBytes(length);
    if (moved !== start) {
      this.reserve(MAX_VARINT_BYTES);
      this.buffer.copyWithin(moved, start, end);
    }
    this.at = begin;
    this.varint(length);
    this.at = moved + length;
  }

  /**
   * Writes a zigzag varint, in which 0, -1, 1 and -2 become 0, 1, 2 and 3. Uses no 32-bit
   * operators, because times can exceed 32 bits.
   */
  private varint(value: number): void {
    this.reserve(MAX_VARINT_BYTES);
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
      this.buffer[this.at++] = (rest % 0x80) + 0x80;
    }
    this.buffer[this.at++] = rest;
  }

  private reserve(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.buffer.length + bytes));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }
}

function varintBytes(length: number): number {
  let bytes = 1;
  for (let rest = length * 2; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes += 1;
  return bytes;
}

function isList(value: PartitionHeaders[string] | undefined): value is readonly HeaderValue[] {
  return Array.isArray(value);
}
