import { LaggingMetadataError } from '../lagging-metadata-error.js';
import { whyNotUsable } from './snapshot-header.js';

const NOW = { time: 1_000, maxAgeMs: 1_000 };

const topic = (topicId: string, partitions: number[]) => {
  return { name: 'topic', clusterId: 'c', topicId, partitions };
};

describe('whyNotUsable', () => {
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
  ] as const)('compares the topic id %s and the partitions %j', (id, partitions, expected) => {
    expect(whyNotUsable(header, topic(id, [...partitions]), NOW)).toBe(expected);
  });

  it('throws LaggingMetadataError if a broker does not know all partitions', () => {
    expect(() => whyNotUsable(header, topic('t1', [0]), NOW)).toThrow(LaggingMetadataError);
  });
});
