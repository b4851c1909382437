import { Chaskey } from './chaskey.js';

const KEY = bytesOf([0x833d3433, 0x009f389f, 0x2398e64f, 0x417acf39]);

/**
 * Results of the reference implementation. Each has the length of the message 00 01 02 … and the
 * first three words of the tag.
 */
const VECTORS: readonly [number, number, number, number][] = [
  [0, 0x43cb1f41, 0x51eba0c2, 0xff0a8ac3],
  [1, 0xf9ac2067, 0x9c35a846, 0x441aad3d],
  [2, 0x57da70c5, 0x2a873cb0, 0x19ee8b2a],
  [3, 0x8c5e6ab9, 0x5035adfb, 0xbff69f98],
  [4, 0x0b2b62db, 0x1e9e3f50, 0xa1b8dcad],
  [7, 0xb7d29cb8, 0x40a2819d, 0xae403cdb],
  [15, 0x03cfb44b, 0x283c8163, 0xfca71448],
  [16, 0x5dd0e2a9, 0xfb5eac8c, 0x633a392e],
  [17, 0x8b5f6d5a, 0x202314f6, 0x22092368],
  [31, 0x1d3d30b1, 0x01d74fca, 0x3b2eb54c],
  [32, 0x77962784, 0x07c647fa, 0xdd752c0f],
  [33, 0xd74bb867, 0x2c0dfb3a, 0xb697e9cd],
  [47, 0x8494b5bc, 0x5317b7b3, 0xcfe08756],
  [48, 0xf36e748b, 0x8f34677f, 0x1e00ba1b],
  [63, 0x2dd072e1, 0x42b89efe, 0xfb26b615],
];

describe('Chaskey', () => {
  it.each(VECTORS)('returns the reference tag for %i bytes', (length, ...expected) => {
    const chaskey = new Chaskey(KEY);
    chaskey.hash(messageOf(0, length), length);
    expect(tagOf(chaskey)).toEqual(expected);
  });

  it.each([1, 15, 16, 17, 40])(
    'returns the tag of the whole message for its hashed beginning and %i more bytes',
    (more) => {
      const complete = new Chaskey(KEY);
      complete.hash(messageOf(0, 32 + more), 32 + more);
      const divided = new Chaskey(KEY);
      divided.hash(messageOf(32, more), more, divided.beginning(messageOf(0, 32), 32));
      expect(tagOf(divided)).toEqual(tagOf(complete));
    },
  );

  it('returns different tags for a beginning alone and for the same bytes as a message', () => {
    const chaskey = new Chaskey(KEY);
    chaskey.hash(new Int32Array(8), 0, chaskey.beginning(messageOf(0, 16), 16));
    expect(tagOf(chaskey)).not.toEqual([0x5dd0e2a9, 0xfb5eac8c, 0x633a392e]);
    chaskey.hash(messageOf(0, 16), 16);
    expect(tagOf(chaskey)).toEqual([0x5dd0e2a9, 0xfb5eac8c, 0x633a392e]);
  });

  it('ignores words after the message', () => {
    const [clean, dirty] = [new Chaskey(KEY), new Chaskey(KEY)];
    const words = new Int32Array(12).fill(-1);
    words.set(messageOf(0, 4).subarray(0, 1));
    dirty.hash(words, 4);
    clean.hash(messageOf(0, 4), 4);
    expect(tagOf(dirty)).toEqual(tagOf(clean));
  });
});

function bytesOf(words: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(words.length * 4);
  words.forEach((word, index) => bytes.writeUInt32LE(word, index * 4));
  return bytes;
}

function messageOf(first: number, length: number): Int32Array {
  const words = new Int32Array((length >>> 2) + 8);
  for (let index = 0; index < length; index += 1) {
    words[index >>> 2]! |= (first + index) << ((index & 3) * 8);
  }
  return words;
}

function tagOf({ tag0, tag1, tag2 }: Chaskey): number[] {
  return [tag0 >>> 0, tag1 >>> 0, tag2 >>> 0];
}
