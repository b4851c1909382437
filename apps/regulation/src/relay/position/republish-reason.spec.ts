import { republishReason } from './republish-reason.js';
import { KnownEndOffsets } from './known-end-offsets.js';

const published = { clusterId: 'c', topicId: 't', starts: [0, 0], ends: [5, 7] };

describe('republishReason', () => {
  it.each([
    ['grows', { ends: [9, 7] }, undefined],
    ['is unchanged', {}, undefined],
    ['is in another cluster', { clusterId: 'd' }, 'another-cluster'],
    ['was recreated', { topicId: 'u', ends: [9, 9] }, 'another-topic'],
    ['ends before written records', { ends: [9, 6] }, 'lost-its-end'],
    ['lost its written records', { starts: [0, 7] }, 'lost-its-beginning'],
    ['has more partitions', { starts: [0, 0, 0], ends: [5, 7, 0] }, undefined],
    ['is reported by a lagging broker', { starts: [0], ends: [5] }, undefined],
    ['is reported by a broker without ids', { topicId: undefined }, undefined],
  ])('detects whether a topic that %s lacks records', (_, found, reason) => {
    expect(republishReason(published, { ...published, ...found })).toBe(reason);
  });

  it('is unknown-place if the topic of the published records is unknown', () => {
    expect(republishReason(undefined, published)).toBe('unknown-place');
  });
});

describe('KnownEndOffsets', () => {
  it('accept later offsets of each partition', () => {
    const ends = new KnownEndOffsets();
    expect(ends.note(new Map([[2, [10]]]))).toBe(true);
    expect(ends.note(new Map([[0, [0]]]))).toBe(true);
    expect(ends.note()).toBe(true);
    expect(ends.byPartition).toEqual([1, 0, 11]);
  });

  it.each([
    ['between two writes', [], [[10], [10]]],
    ['before the first write', [11], [[10]]],
    ['before a first write of several batches', [11], [[10, 12]]],
    ['within a write', [11], [[11, 11]]],
  ])('detect a topic that was cut or recreated %s', (_, known, writes) => {
    const ends = new KnownEndOffsets(known);
    const results = writes.map((offsets) => ends.note(new Map([[0, offsets]])));
    expect(results.at(-1)).toBe(false);
  });
});
