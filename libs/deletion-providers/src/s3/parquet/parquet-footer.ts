import { parquetMetadata, type FileMetaData } from 'hyparquet';
import { UnreadableError } from '../unreadable-error.js';
import type { ReadRange } from './byte-source.js';
import {
  readThrift,
  THRIFT,
  type ThriftList,
  type ThriftStruct,
  type ThriftValue,
} from './thrift-compact.js';

/** The footer of a Parquet file, in raw and in parsed form. */
export interface ParquetFooter {
  readonly raw: ThriftStruct;
  readonly metadata: FileMetaData;
  /** Byte offset of the footer. All columns end before this offset. */
  readonly offset: number;
}

/** Field ids of parquet.thrift. */
export const FILE = { rows: 3, groups: 4, encryption: 8 } as const;
export const GROUP = {
  columns: 1,
  bytes: 2,
  rows: 3,
  offset: 5,
  compressed: 6,
  ordinal: 7,
} as const;
export const CHUNK = {
  file: 1,
  offset: 2,
  meta: 3,
  indexes: [4, 5, 6, 7],
  encrypted: [8, 9],
} as const;
export const META = {
  encodings: 2,
  values: 5,
  uncompressed: 6,
  compressed: 7,
  dataOffset: 9,
  indexOffset: 10,
  dictionaryOffset: 11,
  statistics: 12,
  bloom: [14, 15],
  /**
   * Fields that a rewrite removes from the metadata of a column. They are wrong for the new pages,
   * or can contain values of removed rows.
   */
  derived: [10, 11, 12, 13, 14, 15, 16, 17],
} as const;

export const STATISTICS = { nulls: 3 } as const;

export const MAGIC = Buffer.from('PAR1');
const ENCRYPTED_MAGIC = 'PARE';
const FIRST_READ_BYTES = 64 * 1024;
const MOST_FOOTER_BYTES = 64 * 1024 * 1024;
const TAIL_BYTES = 8;

/** @throws UnreadableError if the file is encrypted or is not Parquet */
export async function readFooter(read: ReadRange, size: number): Promise<ParquetFooter> {
  if (size < MAGIC.length + TAIL_BYTES) throw invalid('it is too short');
  const tail = Buffer.from(await read(Math.max(0, size - FIRST_READ_BYTES), size));
  const magic = tail.toString('latin1', tail.length - MAGIC.length);
  if (magic === ENCRYPTED_MAGIC) throw new UnreadableError('is encrypted Parquet');
  if (magic !== MAGIC.toString()) throw invalid('it is cut off');
  const length = tail.readUInt32LE(tail.length - TAIL_BYTES);
  const offset = size - TAIL_BYTES - length;
  if (length > MOST_FOOTER_BYTES || offset < MAGIC.length) throw invalid('it is cut off');
  const all =
    length + TAIL_BYTES <= tail.length
      ? tail.subarray(tail.length - length - TAIL_BYTES)
      : Buffer.from(await read(offset, size));
  const raw = readThrift(all.subarray(0, length));
  if (raw.has(FILE.encryption)) throw new UnreadableError('is encrypted Parquet');
  return { raw, metadata: parseMetadata(all), offset };
}

function parseMetadata(footer: Uint8Array): FileMetaData {
  try {
    const unchanged = (bytes: Uint8Array) => bytes;
    return parquetMetadata(footer, {
      geoparquet: false,
      // Statistics stay raw bytes, because Lethe does not read them.
      parsers: { stringFromBytes: unchanged, jsonFromBytes: unchanged, uuidFromBytes: unchanged },
    });
  } catch {
    throw invalid('its metadata cannot be read');
  }
}

/** @throws UnreadableError */
export function listOf(struct: ThriftStruct, id: number): ThriftList {
  const value = struct.get(id)?.value;
  if (typeof value === 'object' && 'items' in value) return value;
  throw invalid('its metadata cannot be read');
}

/** @throws UnreadableError */
export function structOf(value: ThriftValue | undefined): ThriftStruct {
  if (value instanceof Map) return value;
  throw invalid('its metadata cannot be read');
}

export function setNumber(struct: ThriftStruct, id: number, value: number): void {
  struct.set(id, { type: THRIFT.i64, value: BigInt(value) });
}

export function invalid(why: string): UnreadableError {
  return new UnreadableError(`is not valid Parquet: ${why}`);
}
