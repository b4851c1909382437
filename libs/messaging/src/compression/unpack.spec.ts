import { gzipSync } from 'node:zlib';
import lz4 from 'lz4js';
import snappy from 'snappyjs';
import { canUnpack, CODECS, unpack } from './unpack.js';
import { limitUnpackedBatches, TooLargeError } from './unpacked-limit.js';

const TEXT = Buffer.from('suppressed, '.repeat(10_000));

/** As Java's clients pack: blocks with their lengths, behind a header. */
function xerial(...blocks: readonly Buffer[]): Buffer {
  const header = Buffer.from('82534e41505059000000000100000001', 'hex');
  const parts = blocks.flatMap((block) => {
    const packed = snappy.compress(block);
    const length = Buffer.alloc(4);
    length.writeInt32BE(packed.length);
    return [length, packed];
  });
  return Buffer.concat([header, ...parts]);
}

const RAW = 0;
const REPEATED = 1;
const BLOCK_BYTES = 128 * 1024;

/** A block of zstd that needs no packing: RFC 8878, 3.1.1.2. */
function zstdBlock(type: number, size: number, isLast: boolean, content: string): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (type << 1) | Number(isLast), 0, 3);
  return Buffer.concat([header, Buffer.from(content)]);
}

/** A frame with a window of 2 MiB. */
function zstd(...blocks: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('28b52ffd0058', 'hex'), ...blocks]);
}

/** At least so many bytes, in little space. */
function zstdBomb(bytes: number): Buffer {
  const count = Math.ceil(bytes / BLOCK_BYTES);
  return zstd(
    ...Array.from({ length: count }, (_, n) =>
      zstdBlock(REPEATED, BLOCK_BYTES, n === count - 1, 'x'),
    ),
  );
}

// What zstd and lz4 pack elsewhere is read in test/compressed-topics.int.spec.ts.
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
  ] as const)('reads %s', (name, codec, text) => {
    expect(canUnpack(codec)).toBe(true);
    expect(unpack(codec, packed[name]).equals(text)).toBe(true);
  });

  // Nothing in a raw block of snappy tells of damage; the broker looks at checksums.
  it.each([
    ['gzip', CODECS.gzip],
    ['lz4', CODECS.lz4],
    ['zstd', CODECS.zstd],
  ] as const)('says that %s is damaged, whatever it is', (_, codec) => {
    for (const bytes of ['', 'x', 'not packed at all, but longer than any header']) {
      expect(() => unpack(codec, Buffer.from(bytes))).toThrow();
    }
  });

  it.each([
    ['gzip', CODECS.gzip],
    ['snappy in blocks', CODECS.snappy],
    ['zstd', CODECS.zstd],
  ] as const)('says that %s was cut', (name, codec) => {
    const whole = packed[name];
    expect(() => unpack(codec, whole.subarray(0, whole.length - 3))).toThrow();
  });

  it('does not unpack more than a batch may hold', () => {
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

  it('knows no other codec', () => {
    expect([0, 5, 7].map(canUnpack)).toEqual([false, false, false]);
    expect(() => unpack(5, TEXT)).toThrow(RangeError);
  });
});
