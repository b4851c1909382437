import { gunzipSync } from 'node:zlib';
import { Decompress } from 'fzstd';
import lz4 from 'lz4js';
import snappy from 'snappyjs';
import { TooLargeError, unpackedLimit } from './unpacked-limit.js';

/** By their numbers in the attributes of a batch: https://kafka.apache.org/documentation/#recordbatch */
export const CODECS = { gzip: 1, snappy: 2, lz4: 3, zstd: 4 } as const;

const UNPACK: ReadonlyMap<number, (packed: Buffer) => Buffer> = new Map([
  [CODECS.gzip, unpackGzip],
  [CODECS.snappy, unpackSnappy],
  [CODECS.lz4, unpackLz4],
  [CODECS.zstd, unpackZstd],
]);

/** @param codec number in the attributes of a batch */
export function canUnpack(codec: number): boolean {
  return UNPACK.has(codec);
}

/**
 * Unpacks the records of a batch. Relies on the broker, which checks checksums and unpacks each
 * batch before it accepts it. Damage is reported only where it is noticed.
 *
 * @param codec number in the attributes of a batch; one that `canUnpack` knows
 * @throws TooLargeError; Error when the records are damaged
 */
export function unpack(codec: number, packed: Buffer): Buffer {
  const unpackIt = UNPACK.get(codec);
  if (unpackIt === undefined) throw new RangeError(`There is no codec ${codec}.`);
  return unpackIt(packed);
}

function unpackGzip(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: unpackedLimit() });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLargeError();
    throw error;
  }
}

/** Java's clients and brokers cut what they pack into blocks, behind a header of their own. */
const XERIAL = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const XERIAL_HEADER_BYTES = 16;
const LENGTH_BYTES = 4;

function unpackSnappy(packed: Buffer): Buffer {
  if (!packed.subarray(0, XERIAL.length).equals(XERIAL)) {
    return unpackSnappyBlock(packed, unpackedLimit());
  }
  const blocks: Buffer[] = [];
  let left = unpackedLimit();
  for (let at = XERIAL_HEADER_BYTES; at < packed.length;) {
    const from = at + LENGTH_BYTES;
    at = from + packed.readInt32BE(at);
    if (at > packed.length || at <= from) throw new Error('A block of snappy is cut.');
    const block = unpackSnappyBlock(packed.subarray(from, at), left);
    left -= block.length;
    blocks.push(block);
  }
  return Buffer.concat(blocks);
}

function unpackSnappyBlock(packed: Buffer, atMost: number): Buffer {
  try {
    return snappy.uncompress(packed, atMost);
  } catch (error) {
    if (String(error).includes('is too big')) throw new TooLargeError();
    throw error;
  }
}

/** The types of the package say that it returns nothing. */
const mostBytesOf = lz4.decompressBound as (packed: Uint8Array) => number;

/** Buffer into which frames of lz4 are unpacked, one after another. */
let scratch = Buffer.alloc(0);
const MOST_KEPT_BYTES = 8 * 1024 * 1024;

function unpackLz4(packed: Buffer): Buffer {
  const atMost = mostBytesOf(packed);
  if (!(atMost <= unpackedLimit())) throw new TooLargeError();
  if (atMost > scratch.length) scratch = Buffer.allocUnsafe(atMost);
  const unpacked = scratch;
  if (atMost > MOST_KEPT_BYTES) scratch = Buffer.alloc(0);
  const length = lz4.decompressFrame(packed, unpacked);
  if (!(length <= atMost)) throw new Error('A frame of lz4 is damaged.');
  // The bound is many times as much: it counts each block as full, and the end as a block.
  return Buffer.from(unpacked.subarray(0, length));
}

/**
 * Does not use Node's own zstd: Node 20 has none, and that of 22.23 accepts a truncated frame as a
 * whole one.
 */
function unpackZstd(packed: Buffer): Buffer {
  if (packed.length === 0) throw new Error('A frame of zstd is missing.');
  const parts: Uint8Array[] = [];
  let length = 0;
  const unpacking = new Decompress((part) => {
    length += part.length;
    if (length > unpackedLimit()) throw new TooLargeError();
    parts.push(part.slice()); // it is a view on a window that moves on
  });
  unpacking.push(packed, true);
  return Buffer.concat(parts, length);
}
