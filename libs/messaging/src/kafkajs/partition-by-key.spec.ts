import { randomBytes } from 'node:crypto';
import kafkajs from 'kafkajs';
import { partitionByKey } from './partition-by-key.js';

const PARTITIONS = 7;
const partitionMetadata = Array.from({ length: PARTITIONS }, (_, partitionId) => ({
  ...{ partitionId, leader: partitionId % 2 === 0 ? 1 : -1, isr: [], replicas: [] },
  partitionErrorCode: 0,
}));

function chosen(make: typeof partitionByKey, keys: readonly (Buffer | string | null)[]): number[] {
  const choose = make();
  return keys.map((key) => choose({ topic: 't', partitionMetadata, message: { key, value: 'v' } }));
}

describe('partitionByKey', () => {
  it('chooses the same partitions as other producers, for keys of any length and any bytes', () => {
    const bytes = Array.from({ length: 5_000 }, (_, n) => randomBytes(n % 70));
    const texts = bytes.map((key) => key.toString());
    for (const keys of [bytes, texts, ['ws_a:user-1', 'ü€😀', '\ud800', '']]) {
      const expected = chosen(kafkajs.Partitioners.DefaultPartitioner, keys);
      expect(chosen(partitionByKey, keys)).toEqual(expected);
    }
  });

  it('distributes records without a key over partitions with a leader', () => {
    const partitions = chosen(partitionByKey, Array<null>(8).fill(null));
    expect([...new Set(partitions)].sort()).toEqual([0, 2, 4, 6]);
  });

  it('keeps the partition that a record sets', () => {
    const message = { key: 'k', value: 'v', partition: 5 };
    expect(partitionByKey()({ topic: 't', partitionMetadata, message })).toBe(5);
  });
});
