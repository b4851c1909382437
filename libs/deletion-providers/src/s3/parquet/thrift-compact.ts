import { UnreadableError } from '../unreadable-error.js';

/**
 * A struct of Thrift's compact protocol, which Parquet footers use. The type of each field is kept,
 * so that unknown fields are written back unchanged.
 */
export type ThriftStruct = Map<number, ThriftField>;

export interface ThriftField {
  readonly type: number;
  readonly value: ThriftValue;
}

export interface ThriftList {
  readonly element: number;
  readonly items: ThriftValue[];
}

export interface ThriftMap {
  readonly key: number;
  readonly element: number;
  readonly entries: (readonly [ThriftValue, ThriftValue])[];
}

export type ThriftValue =
  boolean | number | bigint | Uint8Array | ThriftList | ThriftMap | ThriftStruct;

export const THRIFT = {
  yes: 1,
  no: 2,
  i8: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

const MOST_DEPTH = 32;

/** @throws UnreadableError */
export function readThrift(bytes: Uint8Array): ThriftStruct {
  return new ThriftReader(bytes).struct(0);
}

class ThriftReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  struct(depth: number): ThriftStruct {
    const fields: ThriftStruct = new Map();
    for (let id = 0; ;) {
      const head = this.byte();
      if (head === 0) return fields;
      const type = head & 0x0f;
      id = head >> 4 === 0 ? Number(this.zigzag()) : id + (head >> 4);
      const isFlag = type === THRIFT.yes || type === THRIFT.no;
      fields.set(id, { type, value: isFlag ? type === THRIFT.yes : this.value(type, depth + 1) });
    }
  }

  private value(type: number, depth: number): ThriftValue {
    if (depth > MOST_DEPTH) throw invalid();
    switch (type) {
      case THRIFT.yes:
      case THRIFT.no:
        return this.byte() === 1;
      case THRIFT.i8:
        return this.byte();
      case THRIFT.i16:
      case THRIFT.i32:
        return Number(this.zigzag());
      case THRIFT.i64:
        return this.zigzag();
      case THRIFT.double:
        return this.take(8);
      case THRIFT.binary:
        return this.take(this.length());
      case THRIFT.list:
      case THRIFT.set:
        return this.list(depth);
      case THRIFT.map:
        return this.map(depth);
      case THRIFT.struct:
        return this.struct(depth);
      default:
        throw invalid();
    }
  }

  private list(depth: number): ThriftList {
    const head = this.byte();
    const element = head & 0x0f;
    const size = head >> 4 === 15 ? this.length() : head >> 4;
    const items: ThriftValue[] = [];
    for (let index = 0; index < size; index += 1) items.push(this.value(element, depth + 1));
    return { element, items };
  }

  private map(depth: number): ThriftMap {
    const size = this.length();
    const types = size === 0 ? 0 : this.byte();
    const [key, element] = [types >> 4, types & 0x0f];
    const entries: (readonly [ThriftValue, ThriftValue])[] = [];
    for (let index = 0; index < size; index += 1) {
      entries.push([this.value(key, depth + 1), this.value(element, depth + 1)]);
    }
    return { key, element, entries };
  }

  /** Reads a number of elements. Each element has at least one byte, so the length is limited. */
  private length(): number {
    const length = Number(this.varint());
    if (length > this.bytes.length - this.at) throw invalid();
    return length;
  }

  private zigzag(): bigint {
    const value = this.varint();
    return (value >> 1n) ^ -(value & 1n);
  }

  private varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw invalid();
  }

  private byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw invalid();
    this.at += 1;
    return byte;
  }

  private take(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw invalid();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

export function writeThrift(struct: ThriftStruct): Uint8Array {
  const parts: Uint8Array[] = [];
  writeStruct(parts, struct);
  return Buffer.concat(parts);
}

function writeStruct(parts: Uint8Array[], struct: ThriftStruct): void {
  let last = 0;
  for (const [id, { type, value }] of [...struct].sort(([a], [b]) => a - b)) {
    const isFlag = type === THRIFT.yes || type === THRIFT.no;
    const written = isFlag ? (value === true ? THRIFT.yes : THRIFT.no) : type;
    const delta = id - last;
    if (delta > 0 && delta < 16) parts.push(Uint8Array.of((delta << 4) | written));
    else parts.push(Uint8Array.of(written), zigzag(BigInt(id)));
    if (!isFlag) writeValue(parts, type, value);
    last = id;
  }
  parts.push(Uint8Array.of(0));
}

function writeValue(parts: Uint8Array[], type: number, value: ThriftValue): void {
  if (value instanceof Map) {
    writeStruct(parts, value);
  } else if (value instanceof Uint8Array) {
    if (type === THRIFT.binary) parts.push(varint(BigInt(value.length)));
    parts.push(value);
  } else if (typeof value === 'boolean') {
    parts.push(Uint8Array.of(value ? 1 : 2));
  } else if (typeof value === 'bigint') {
    parts.push(zigzag(value));
  } else if (typeof value === 'number') {
    parts.push(type === THRIFT.i8 ? Uint8Array.of(value) : zigzag(BigInt(value)));
  } else if ('items' in value) {
    const { element, items } = value;
    if (items.length < 15) parts.push(Uint8Array.of((items.length << 4) | element));
    else parts.push(Uint8Array.of(0xf0 | element), varint(BigInt(items.length)));
    for (const item of items) writeValue(parts, element, item);
  } else {
    parts.push(varint(BigInt(value.entries.length)));
    if (value.entries.length > 0) parts.push(Uint8Array.of((value.key << 4) | value.element));
    for (const [key, item] of value.entries) {
      writeValue(parts, value.key, key);
      writeValue(parts, value.element, item);
    }
  }
}

function zigzag(value: bigint): Uint8Array {
  return varint(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)));
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80n; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  bytes.push(Number(left));
  return Uint8Array.from(bytes);
}

function invalid(): UnreadableError {
  return new UnreadableError('is not valid Parquet: its metadata cannot be read');
}
