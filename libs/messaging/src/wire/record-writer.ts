import type {
  EncodedContent,
  HeaderValue,
  PartitionHeaders,
} from '../records/partition-records.js';
import { WireWriter } from './wire-writer.js';

export interface WritableRecord {
  readonly key?: Buffer | string | null;
  readonly value?: Buffer | string | null;
  readonly headers?: PartitionHeaders;
  /** Key, value and headers, which are written verbatim. */
  readonly content?: EncodedContent;
}

const NO_HEADERS: PartitionHeaders = {};
/** Expected size of the members of a record other than its value. */
const EXPECTED_BYTES = 512;
/** Ten bytes hold a 64-bit number at 7 bits each. */
const MAX_VARINT_BYTES = 10;
/** Maximum size of the length, the attributes, the time and the index of a record. */
const MAX_HEAD_BYTES = 3 * MAX_VARINT_BYTES + 1;
/** In UTF-8, a UTF-16 unit takes at most 3 bytes. A length below 64 takes one byte. */
const [MAX_BYTES_PER_UNIT, SHORT_TEXT] = [3, 64];
/** Space for the length of a record. It is the exact space for records of 64 to 8,191 bytes. */
const LENGTH_BYTES = 2;

/** Returns the space to allocate for records. New records can need more. */
export function expectedBytes(records: readonly WritableRecord[]): number {
  let bytes = 0;
  for (const { content, value } of records) {
    if (content === undefined) bytes += EXPECTED_BYTES + (value?.length ?? 0);
    else bytes += MAX_HEAD_BYTES + content.end - content.start;
  }
  return bytes;
}

/**
 * Writes the records of a batch, in the format of the log.
 *
 * @see https://kafka.apache.org/documentation/#record
 */
export class RecordWriter extends WireWriter {
  /**
   * Leaves bytes free, to be written later.
   * @returns the position of the bytes, for `from`
   */
  skip(bytes: number): number {
    this.reserve(bytes);
    this.at += bytes;
    return this.at - bytes;
  }

  /** Returns a view of the bytes from this position on. It is valid until the next write. */
  from(position: number): Buffer {
    return this.buffer.subarray(position, this.at);
  }

  /** Replaces the bytes from this position on. */
  replace(position: number, bytes: Buffer): void {
    this.at = position;
    this.bytes(bytes);
  }

  /**
   * @param index position in the batch, from 0
   * @param milliseconds time of the record minus the first time of the batch
   */
  add(record: WritableRecord, index: number, milliseconds: number): void {
    const { content } = record;
    if (content === undefined) {
      this.addNew(record, index, milliseconds);
      return;
    }
    const { bytes, start, end } = content;
    this.varint(1 + varintBytes(milliseconds) + varintBytes(index) + end - start);
    this.head(index, milliseconds);
    this.reserve(end - start);
    this.at += bytes.copy(this.buffer, this.at, start, end);
  }

  private addNew(
    { key, value, headers = NO_HEADERS }: WritableRecord,
    index: number,
    milliseconds: number,
  ): void {
    const begin = this.at;
    this.reserve(LENGTH_BYTES);
    this.at += LENGTH_BYTES; // written by `closeRecord`
    this.head(index, milliseconds);
    this.field(key ?? null);
    this.field(value ?? null);
    this.headers(headers);
    this.closeRecord(begin);
  }

  private head(index: number, milliseconds: number): void {
    this.int8(0); // attributes are unused
    this.varint(milliseconds);
    this.varint(index);
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
      this.bytes(content);
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
    this.utf8(text, length);
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
   * operators, because times can exceed 32 bits. Above 2^53, the number is rounded, but not its
   * sign, which is the lowest bit of the first byte.
   */
  private varint(value: number): void {
    this.reserve(MAX_VARINT_BYTES);
    const size = magnitude(value);
    let byte = (size % 0x40) * 2 + (value < 0 ? 1 : 0);
    for (let rest = Math.floor(size / 0x40); rest > 0; rest = Math.floor(rest / 0x80)) {
      this.buffer[this.at++] = byte + 0x80;
      byte = rest % 0x80;
    }
    this.buffer[this.at++] = byte;
  }
}

/** Returns the number without its sign; -1 becomes 0. */
function magnitude(value: number): number {
  return value < 0 ? -value - 1 : value;
}

function varintBytes(value: number): number {
  let bytes = 1;
  let rest = Math.floor(magnitude(value) / 0x40);
  for (; rest > 0; rest = Math.floor(rest / 0x80)) bytes += 1;
  return bytes;
}

function isList(value: PartitionHeaders[string] | undefined): value is readonly HeaderValue[] {
  return Array.isArray(value);
}
