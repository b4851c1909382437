import zlib from 'node:zlib';
import type { CompressionCodec, Compressors as Decompressors } from 'hyparquet';
import { compressors as known, decompressGzip, decompressZstd } from 'hyparquet-compressors';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';

type Compress = (input: Uint8Array) => Uint8Array;

const UNGUARDED: Decompressors = {
  ...known,
  GZIP: decompressGzip,
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
};

/**
 * Decompressors that never return more bytes than the declared size of the page. For an empty page,
 * they call no library.
 */
export const DECOMPRESSORS: Decompressors = Object.fromEntries(
  Object.entries(UNGUARDED).map(([codec, decompress]) => [
    codec,
    (input: Uint8Array, length: number) =>
      length === 0 ? new Uint8Array(0) : decompress(input, length),
  ]),
);

/** Compressors for rewritten pages. `LZ4` is missing, because its frames are specific to Hadoop. */
export const COMPRESSORS: Partial<Record<CompressionCodec, Compress>> = {
  SNAPPY: snappyCompress,
  GZIP: (input) => zlib.gzipSync(input),
  BROTLI: (input) =>
    zlib.brotliCompressSync(input, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ZSTD: zstd,
  LZ4_RAW: storedLz4,
};

/** Returns a zstd frame. It is not compressed on Node before 22.15, which lacks zstd. */
function zstd(input: Uint8Array): Uint8Array {
  const compress: unknown = Reflect.get(zlib, 'zstdCompressSync');
  return typeof compress === 'function' ? (compress as Compress)(input) : storedZstd(input);
}

const MOST_BLOCK = 128 * 1024;

/** Returns a valid zstd frame of raw blocks, which are not compressed (RFC 8878, 3.1.1). */
export function storedZstd(input: Uint8Array): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32LE(0xfd2fb528, 0);
  head[4] = 0b1110_0000; // content size in 8 bytes, one segment
  head.writeBigUInt64LE(BigInt(input.length), 5);
  const parts: Uint8Array[] = [head];
  for (let at = 0; at === 0 || at < input.length; at += MOST_BLOCK) {
    const block = input.subarray(at, at + MOST_BLOCK);
    const isLast = at + MOST_BLOCK >= input.length;
    const blockHead = Buffer.alloc(3);
    blockHead.writeUIntLE((block.length << 3) | (isLast ? 1 : 0), 0, 3);
    parts.push(blockHead, block);
  }
  return Buffer.concat(parts);
}

/** Returns a valid LZ4 block with one sequence of literals, which is not compressed. */
export function storedLz4(input: Uint8Array): Uint8Array {
  const lengths: number[] = [];
  for (let left = input.length - 15; left >= 0; left -= 255) lengths.push(Math.min(left, 255));
  // The byte 255 means that another byte of the length follows, so the last byte must differ.
  if (lengths.at(-1) === 255) lengths.push(0);
  return Buffer.concat([Uint8Array.of(Math.min(input.length, 15) << 4, ...lengths), input]);
}
