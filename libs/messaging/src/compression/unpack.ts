import { gunzipSync } from 'node:zlib';
import { Decompress } from 'fzstd';
import lz4 from 'lz4js';
import snappy from 'snappyjs';

/** A broker takes batches of 1 MB; nobody's records shrink to less than a hundredth. */
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;

/** By their numbers in the attributes of a batch: https://kafka.apache.org/documentation/#recordbatch */
export const CODECS = { gzip: 1, snappy: 2, lz4: 3, zstd: 4 } as const;

const UNPACK: ReadonlyMap<number, (packed: Buffer) => Buffer> = new Map([
  [CODECS.gzip, (packed) => gunzipSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES })],
  [CODECS.snappy, unpackSnappy],
  [CODECS.lz4, unpackLz4],
  [CODECS.zstd, unpackZstd],
]);

/** @param codec number in the attributes of a batch */
export function canUnpack(codec: number): boolean {
  return UNPACK.has(codec);
}

/**
 * Unpacks the records of a batch. It takes them for what a broker has taken: that looks at checksums,
 * and unpacks each batch itself before it lets it in. Damage is told where it is seen.
 *
 * @param codec number in the attributes of a batch; one that `canUnpack` knows
 * @throws Error when they are damaged, or larger than `MAX_UNPACKED_BYTES`
 */
export function unpack(codec: number, packed: Buffer): Buffer {
  const unpackIt = UNPACK.get(codec);
  if (unpackIt === undefined) throw new RangeError(`There is no codec ${codec}.`);
  return unpackIt(packed);
}

/** Java's clients and brokers cut what they pack into blocks, behind a header of their own. */
const XERIAL = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const XERIAL_HEADER_BYTES = 16;
const LENGTH_BYTES = 4;

function unpackSnappy(packed: Buffer): Buffer {
  if (!packed.subarray(0, XERIAL.length).equals(XERIAL)) {
    return snappy.uncompress(packed, MAX_UNPACKED_BYTES);
  }
  const blocks: Buffer[] = [];
  let left = MAX_UNPACKED_BYTES;
  for (let at = XERIAL_HEADER_BYTES; at < packed.length;) {
    const from = at + LENGTH_BYTES;
    at = from + packed.readInt32BE(at);
    if (at > packed.length || at <= from) throw new Error('A block of snappy is cut.');
    const block = snappy.uncompress(packed.subarray(from, at), left);
    left -= block.length;
    blocks.push(block);
  }
  return Buffer.concat(blocks);
}

/** Its types say that it returns nothing. */
const mostBytesOf = lz4.decompressBound as (packed: Uint8Array) => number;

/** Where frames of lz4 are unpacked, one after another. */
let scratch = Buffer.alloc(0);
const MOST_KEPT_BYTES = 8 * 1024 * 1024;

function unpackLz4(packed: Buffer): Buffer {
  const atMost = mostBytesOf(packed);
  if (!(atMost <= MAX_UNPACKED_BYTES)) throw tooLarge();
  if (atMost > scratch.length) scratch = Buffer.allocUnsafe(atMost);
  const unpacked = scratch;
  if (atMost > MOST_KEPT_BYTES) scratch = Buffer.alloc(0);
  const length = lz4.decompressFrame(packed, unpacked);
  if (!(length <= atMost)) throw new Error('A frame of lz4 is damaged.');
  // The bound is many times as much: it counts each block as full, and the end as a block.
  return Buffer.from(unpacked.subarray(0, length));
}

/** Not Node's own: that is not in Node 20, and in 22.23 it takes a frame that was cut for a whole one. */
function unpackZstd(packed: Buffer): Buffer {
  if (packed.length === 0) throw new Error('A frame of zstd is missing.');
  const parts: Uint8Array[] = [];
  let length = 0;
  const unpacking = new Decompress((part) => {
    length += part.length;
    if (length > MAX_UNPACKED_BYTES) throw tooLarge();
    parts.push(part.slice()); // it is a view on a window that moves on
  });
  unpacking.push(packed, true);
  return Buffer.concat(parts, length);
}

function tooLarge(): Error {
  return new RangeError(`Unpacked it is larger than ${MAX_UNPACKED_BYTES} bytes.`);
}
