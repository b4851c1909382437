import { MemoryImage } from './memory-image.js';

describe('MemoryImage', () => {
  const CHUNK = 4096;

  it('restores data and zeros, but not the unused part of the stack', () => {
    const memory = { buffer: new ArrayBuffer(100 * CHUNK) };
    const bytes = new Uint8Array(memory.buffer);
    bytes[5] = 1; // data
    bytes[60 * CHUNK] = 2; // The end of the stack. A heap follows, with zeros in it.
    bytes[63 * CHUNK] = 3;
    const image = new MemoryImage(memory);
    expect(image.byteLength).toBe(5 * CHUNK);

    bytes.fill(9);
    image.restore();
    expect([bytes[5], bytes[6], bytes[60 * CHUNK], bytes[62 * CHUNK], bytes[63 * CHUNK]]).toEqual([
      1, 0, 2, 0, 3,
    ]);
    expect([bytes[30 * CHUNK], bytes[80 * CHUNK]]).toEqual([9, 9]);
  });
});
