import { gzipSync } from 'node:zlib';
import { gunzip, mostUnpackedBytes } from './unpack.js';

async function unpacked(packed: Buffer, pieceBytes: number, most = Infinity): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < packed.length; at += pieceBytes) {
      yield await Promise.resolve(packed.subarray(at, at + pieceBytes));
    }
  }
  const chunks: Buffer[] = [];
  for await (const chunk of gunzip(pieces(), most)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('gunzip', () => {
  const [first, second] = [gzipSync('anna\n'), gzipSync('ben\n')] as const;
  const sizes = [1, first.length, 1_000_000];

  it.each(sizes)('unpacks all gzip members from pieces of %i bytes', async (size) => {
    expect(await unpacked(Buffer.concat([first, second]), size)).toBe('anna\nben\n');
  });

  it.each(sizes)('rejects other data after a member, in pieces of %i bytes', async (size) => {
    for (const between of [Buffer.alloc(1), Buffer.alloc(512), Buffer.from('{}\n')]) {
      const odd = Buffer.concat([first, between, second]);
      await expect(unpacked(odd, size)).rejects.toThrow(/^is (gzip with other data|not valid)/);
    }
    await expect(unpacked(first.subarray(0, -3), size)).rejects.toThrow('is not valid gzip');
  });

  it('rejects a stream that unpacks to more than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    await expect(unpacked(bomb, 1_000, 1_000_000)).rejects.toThrow(
      'is too large after decompression',
    );
    expect(await unpacked(first, 1_000, 5)).toBe('anna\n');
  });

  it('has a limit of 1 GiB plus 100 times the stored size, and at most 256 GiB', () => {
    expect(mostUnpackedBytes(0)).toBe(2 ** 30);
    expect(mostUnpackedBytes(2 ** 30)).toBe(101 * 2 ** 30);
    expect(mostUnpackedBytes(2 ** 42)).toBe(2 ** 38);
  });
});
