import { gzipSync } from 'node:zlib';
import lz4 from 'lz4js';
import snappy from 'snappyjs';
import { canUnpack, CODECS, unpack } from './unpack.js';
import { limitUnpackedBatches, TooLargeError } from './unpacked-limit.js';

const TEXT = Buffer.from('suppressed, '.repeat(10_000));

/**
 * Compresses like Java clients. The result has a header, and then the length and the bytes of each
 * block.
 */
function xerial(...blocks: readonly Buffer[]): Buffer {
  const header = Buffer.from('82534e41505059000000000100000001', 'hex');
  const chunks = blocks.flatMap((block) => {
    const packed = snappy.compress(block);
    const length = Buffer.alloc(4);
    length.writeInt32BE(packed.length);
    return [length, packed];
  });
  return Buffer.concat([header, ...chunks]);
}

const RAW = 0;
const REPEATED = 1;
const BLOCK_BYTES = 128 * 1024;

/** Returns a zstd block of a type without compression (RFC 8878, section 3.1.1.2). */
function zstdBlock(type: number, size: number, isLast: boolean, content: string): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (type << 1) | Number(isLast), 0, 3);
  return Buffer.concat([header, Buffer.from(content)]);
}

/** Returns a zstd frame with a window of 2 MiB. */
function zstd(...blocks: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('28b52ffd0058', 'hex'), ...blocks]);
}

/** Returns a small zstd frame that decompresses to at least this many bytes. */
function zstdBomb(bytes: number): Buffer {
  const count = Math.ceil(bytes / BLOCK_BYTES);
  return zstd(
    ...Array.from({ length: count }, (_, n) =>
      zstdBlock(REPEATED, BLOCK_BYTES, n === count - 1, 'x'),
    ),
  );
}

// `test/compressed-topics.int.spec.ts` tests the frames of real zstd and lz4 encoders.
describe('unpack', () => {
  const packed = {
    gzip: gzipSync(TEXT),
    snappy: snappy.compress(TEXT),
    'snappy in blocks': xerial(TEXT.subarray(0, 50_000), TEXT.subarray(50_000)),
    lz4: Buffer.from(lz4.compress(TEXT)),
    'an empty frame of lz4': Buffer.from(lz4.compress(Buffer.alloc(0))),
    zstd: zstd(zstdBlock(RAW, 6, false, 'first '), zstdBlock(REPEATED, 3, true, 'x')),
  };

  it.each([
    ['gzip', CODECS.gzip, TEXT],
    ['snappy', CODECS.snappy, TEXT],
    ['snappy in blocks', CODECS.snappy, TEXT],
    ['lz4', CODECS.lz4, TEXT],
    ['an empty frame of lz4', CODECS.lz4, Buffer.alloc(0)],
    ['zstd', CODECS.zstd, Buffer.from('first xxx')],
  ] as const)('decompresses %s', (name, codec, text) => {
    expect(canUnpack(codec)).toBe(true);
    expect(unpack(codec, packed[name]).equals(text)).toBe(true);
  });

  // Snappy is not tested, because damage in a raw snappy block cannot be detected. The broker
  // verifies checksums.
  it.each([
    ['gzip', CODECS.gzip],
    ['lz4', CODECS.lz4],
    ['zstd', CODECS.zstd],
  ] as const)('throws an error for damaged %s data', (_, codec) => {
    for (const bytes of ['', 'x', 'not packed at all, but longer than any header']) {
      expect(() => unpack(codec, Buffer.from(bytes))).toThrow();
    }
  });

  it.each([
    ['gzip', CODECS.gzip],
    ['snappy in blocks', CODECS.snappy],
    ['zstd', CODECS.zstd],
  ] as const)('throws an error for truncated %s data', (name, codec) => {
    const complete = packed[name];
    expect(() => unpack(codec, complete.subarray(0, complete.length - 3))).toThrow();
  });

  it('rejects a batch that is larger than the limit after decompression', () => {
    const limit = 8 * 1024 * 1024;
    const bomb = Buffer.alloc(limit + 1);
    const half = bomb.subarray(0, limit / 2 + 1);
    const bombs = [
      [CODECS.gzip, gzipSync(bomb)],
      [CODECS.snappy, snappy.compress(bomb)],
      [CODECS.snappy, xerial(half, half)],
      [CODECS.lz4, Buffer.from(lz4.compress(bomb))],
      [CODECS.zstd, zstdBomb(limit + 1)],
    ] as const;
    limitUnpackedBatches(limit);
    for (const [codec, packed] of bombs) {
      expect(() => unpack(codec, packed)).toThrow(TooLargeError);
    }
    limitUnpackedBatches();
    for (const [codec, packed] of bombs) {
      expect(unpack(codec, packed).length).toBeGreaterThan(limit);
    }
  });

  it('rejects unknown codecs', () => {
    expect([0, 5, 7].map(canUnpack)).toEqual([false, false, false]);
    expect(() => unpack(5, TEXT)).toThrow(RangeError);
  });
});
