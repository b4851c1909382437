import { createRequire } from 'node:module';
import { fixLists } from './fix-lists.js';

interface Lists {
  readArray(read: (decoder: Lists) => unknown): unknown[];
  readUVarIntArray(read: (decoder: Lists) => unknown): unknown[];
  readInt8(): number;
}

const require = createRequire(import.meta.url);
const Decoder = require('kafkajs/src/protocol/decoder') as new (bytes: Buffer) => Lists;
const byte = (decoder: Lists) => decoder.readInt8();

describe('fixLists', () => {
  beforeAll(() => {
    fixLists();
    fixLists(); // each new client calls `fixLists` again
  });

  it('reads valid lists', () => {
    expect(new Decoder(Buffer.from([0, 0, 0, 2, 7, 8])).readArray(byte)).toEqual([7, 8]);
    expect(new Decoder(Buffer.from([255, 255, 255, 255])).readArray(byte)).toEqual([]);
    expect(new Decoder(Buffer.from([3, 7, 8])).readUVarIntArray(byte)).toEqual([7, 8]);
  });

  it('rejects a list with more elements than bytes remain in the answer', () => {
    const endless = Buffer.from([1, 255, 255, 255, 7]);
    expect(() => new Decoder(endless).readArray(byte)).toThrow('A list is longer than the answer');
    expect(() => new Decoder(Buffer.from([255, 255, 255, 15])).readUVarIntArray(byte)).toThrow(
      'A list is longer than the answer',
    );
  });

  it('allocates memory for existing elements only, not for the announced length', () => {
    // There are 100 nested lists. Each list announces as many elements as bytes remain.
    const bytes = Buffer.alloc(4_000_000, 0);
    for (let at = 0; at < 400; at += 4) bytes.writeInt32BE(bytes.length - at - 4, at);
    let announced = 0;
    const nested = (decoder: Lists): unknown => {
      announced += 1;
      if (announced < 100) return decoder.readArray(nested);
      throw new Error('deep enough');
    };
    const before = process.memoryUsage().heapUsed;
    expect(() => new Decoder(bytes).readArray(nested)).toThrow('deep enough');
    // Without the fix, kafkajs would allocate 3.2 GB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  });
});
