import { gunzipSync } from 'node:zlib';
import { Decompress } from 'fzstd';
import lz4 from 'lz4js';
import snappy from 'snappyjs';
import { TooLargeError, unpackedLimit } from './unpacked-limit.js';

/**
 * The codec numbers in the attributes of a batch.
 * https://kafka.apache.org/documentation/#recordbatch
 */
export const CODECS = { gzip: 1, snappy: 2, lz4: 3, zstd: 4 } as const;

const UNPACK: ReadonlyMap<number, (packed: Buffer) => Buffer> = new Map([
  [CODECS.gzip, unpackGzip],
  [CODECS.snappy, unpackSnappy],
  [CODECS.lz4, unpackLz4],
  [CODECS.zstd, unpackZstd],
]);

/** @param codec codec number in the attributes of a batch */
export function canUnpack(codec: number): boolean {
  return UNPACK.has(codec);
}

/**
 * Decompresses the records of a batch. This function does not detect all damage. It relies on the
 * broker, which verifies the checksum and decompresses each batch before it accepts the batch.
 *
 * @param codec codec number for which `canUnpack` returns true
 * @throws TooLargeError if the records exceed the limit; Error if the records are damaged
 */
export function unpack(codec: number, packed: Buffer): Buffer {
  const decompress = UNPACK.get(codec);
  if (decompress === undefined) throw new RangeError(`Codec ${codec} is unknown.`);
  return decompress(packed);
}

function unpackGzip(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: unpackedLimit() });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLargeError();
    throw error;
  }
}

/**
 * Java clients and brokers write snappy data as blocks after a header. The header begins with
 * these bytes.
 */
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
    if (at > packed.length || at <= from) throw new Error('A snappy block is incomplete.');
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

/** The types of the package wrongly declare that this function returns nothing. */
const maxUnpackedBytes = lz4.decompressBound as (packed: Uint8Array) => number;

/** Output buffer, reused for all lz4 frames. */
let scratch = Buffer.alloc(0);
const MAX_REUSED_BYTES = 8 * 1024 * 1024;

function unpackLz4(packed: Buffer): Buffer {
  const atMost = maxUnpackedBytes(packed);
  if (!(atMost <= unpackedLimit())) throw new TooLargeError();
  if (atMost > scratch.length) scratch = Buffer.allocUnsafe(atMost);
  const unpacked = scratch;
  if (atMost > MAX_REUSED_BYTES) scratch = Buffer.alloc(0);
  const length = lz4.decompressFrame(packed, unpacked);
  if (!(length <= atMost)) throw new Error('An lz4 frame is damaged.');
  // Returns a copy, because the buffer is far too large. `decompressBound` assumes that each block
  // and the end mark have the maximum size.
  return Buffer.from(unpacked.subarray(0, length));
}

/**
 * Does not use the zstd of Node, because Node 20 has no zstd, and Node 22.23 accepts a truncated
 * frame as complete.
 */
function unpackZstd(packed: Buffer): Buffer {
  if (packed.length === 0) throw new Error('A zstd frame is missing.');
  const chunks: Uint8Array[] = [];
  let length = 0;
  const unpacking = new Decompress((chunk) => {
    length += chunk.length;
    if (length > unpackedLimit()) throw new TooLargeError();
    chunks.push(chunk.slice()); // `chunk` is a view of a buffer that is overwritten later
  });
  unpacking.push(packed, true);
  return Buffer.concat(chunks, length);
}
