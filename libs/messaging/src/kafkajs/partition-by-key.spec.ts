import { randomBytes } from 'node:crypto';
import kafkajs from 'kafkajs';
import { partitionByKey } from './partition-by-key.js';

const PARTITIONS = 7;
const partitionMetadata = Array.from({ length: PARTITIONS }, (_, partitionId) => ({
  ...{ partitionId, leader: partitionId % 2 === 0 ? 1 : -1, isr: [], replicas: [] },
  partitionErrorCode: 0,
}));

/** @returns a partition for each of the keys */
function chosen(make: typeof partitionByKey, keys: readonly (Buffer | string | null)[]): number[] {
  const choose = make();
  return keys.map((key) => choose({ topic: 't', partitionMetadata, message: { key, value: 'v' } }));
}

describe('partitionByKey', () => {
  it('chooses as other producers do, whatever the length and the bytes of a key', () => {
    const bytes = Array.from({ length: 5_000 }, (_, n) => randomBytes(n % 70));
    const texts = bytes.map((key) => key.toString());
    for (const keys of [bytes, texts, ['ws_a:user-1', 'ü€😀', '\ud800', '']]) {
      const expected = chosen(kafkajs.Partitioners.DefaultPartitioner, keys);
      expect(chosen(partitionByKey, keys)).toEqual(expected);
    }
  });

  it('spreads records without a key over partitions that have a leader', () => {
    const partitions = chosen(partitionByKey, Array<null>(8).fill(null));
    expect([...new Set(partitions)].sort()).toEqual([0, 2, 4, 6]);
  });

  it('leaves a record where it is to go', () => {
    const message = { key: 'k', value: 'v', partition: 5 };
    expect(partitionByKey()({ topic: 't', partitionMetadata, message })).toBe(5);
  });
});
