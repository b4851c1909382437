import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { crc32c } from './crc32c.js';

const reference = createRequire(import.meta.url)('kafkajs/src/protocol/recordBatch/crc32C') as (
  bytes: Buffer,
) => number;

describe('crc32c', () => {
  it('returns the same checksum as other implementations', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283); // check value of the algorithm
    for (let length = 0; length < 200; length += 1) {
      const bytes = randomBytes(length);
      expect(crc32c(bytes)).toBe(reference(bytes));
    }
  });
});
