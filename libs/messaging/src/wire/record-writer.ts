import type { HeaderValue, PartitionHeaders } from '../records/partition-records.js';

/** A record on its way into a batch. */
export interface WritableRecord {
  readonly key?: Buffer | string | null;
  readonly value?: Buffer | string | null;
  readonly headers?: PartitionHeaders;
}

const NO_HEADERS: PartitionHeaders = {};
/** Of each record, to begin with. */
const USUAL_BYTES = 512;
/** A number of 53 bits takes 8 bytes at most, 7 bits each. */
const MOST_VARINT_BYTES = 8;
/** A UTF-16 unit takes 3 bytes at most; a length below 64 takes one. */
const [BYTES_OF_UNIT, SHORT] = [3, 64];
/** Of a record's length: right for those of 64 bytes to 8 KiB. */
const LENGTH_BYTES = 2;

/**
 * Writes the records of a batch into one buffer, as they lie in the log.
 *
 * @see https://kafka.apache.org/documentation/#record
 */
export class RecordWriter {
  private buffer: Buffer;
  private at: number;

  /**
   * @param ahead bytes to leave free before the first record
   * @param count how many there will be
   */
  constructor(ahead: number, count: number) {
    this.buffer = Buffer.allocUnsafe(ahead + count * USUAL_BYTES);
    this.at = ahead;
  }

  /** What is written up to now, and before it what was left free. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  /**
   * @param place in the batch, from 0
   * @param milliseconds behind the first time of the batch
   */
  add({ key, value, headers = NO_HEADERS }: WritableRecord, place: number, milliseconds: number) {
    const begin = this.at;
    this.at += LENGTH_BYTES; // known only behind the rest
    this.makeRoom(1);
    this.buffer[this.at++] = 0; // attributes: none are in use
    this.varint(milliseconds);
    this.varint(place);
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
      for (const one of isList(value) ? value : [value]) {
        this.text(name);
        this.field(one);
      }
    }
  }

  private field(content: HeaderValue): void {
    if (content === null) this.varint(-1);
    else if (typeof content === 'string') this.text(content);
    else {
      this.varint(content.length);
      this.makeRoom(content.length);
      this.at += content.copy(this.buffer, this.at);
    }
  }

  private text(text: string): void {
    const most = text.length * BYTES_OF_UNIT;
    if (most < SHORT) {
      this.makeRoom(1 + most);
      const length = this.buffer.write(text, this.at + 1);
      this.buffer[this.at] = length * 2;
      this.at += 1 + length;
      return;
    }
    const length = Buffer.byteLength(text);
    this.varint(length);
    this.makeRoom(length);
    this.at += this.buffer.write(text, this.at);
  }

  /** Writes the length of the record that begins there; the rest moves where it is of another size. */
  private closeRecord(begin: number): void {
    const [start, end] = [begin + LENGTH_BYTES, this.at];
    const length = end - start;
    const moved = begin + varintBytes(length);
    if (moved !== start) {
      this.makeRoom(MOST_VARINT_BYTES);
      this.buffer.copyWithin(moved, start, end);
    }
    this.at = begin;
    this.varint(length);
    this.at = moved + length;
  }

  /** Zigzag: 0, -1, 1, -2 … are 0, 1, 2, 3 … No operators of 32 bits, as times may be farther apart. */
  private varint(value: number): void {
    this.makeRoom(MOST_VARINT_BYTES);
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
      this.buffer[this.at++] = (rest % 0x80) + 0x80;
    }
    this.buffer[this.at++] = rest;
  }

  private makeRoom(bytes: number): void {
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
