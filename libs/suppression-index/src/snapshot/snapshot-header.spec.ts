import { LaggingMetadataError } from '../lagging-metadata-error.js';
import { whyNotUsable } from './snapshot-header.js';

const NOW = { time: 1_000, maxAgeMs: 1_000 };

const topic = (topicId: string, partitions: number[]) => {
  return { name: 'topic', clusterId: 'c', topicId, partitions };
};

describe('whether a snapshot can be used', () => {
  const header = {
    ...{ topic: 'topic', clusterId: 'c', topicId: 't1', asOf: 500, lastChangeAt: undefined },
    positions: new Map([
      [0, 5],
      [1, 7],
    ]),
  };

  it.each([
    ['t1', [0, 1], undefined],
    ['t1', [0, 1, 2], 'partitions-changed'],
    ['t2', [0], 'topic-replaced'],
  ] as const)('depends on the topic: %s with %j', (id, partitions, expected) => {
    expect(whyNotUsable(header, topic(id, [...partitions]), NOW)).toBe(expected);
  });

  it('is not known from a broker that has not heard of all partitions', () => {
    expect(() => whyNotUsable(header, topic('t1', [0]), NOW)).toThrow(LaggingMetadataError);
  });
});
