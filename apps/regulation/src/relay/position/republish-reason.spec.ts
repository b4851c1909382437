import { republishReason } from './republish-reason.js';
import { KnownEndOffsets } from './known-end-offsets.js';

const told = { clusterId: 'c', topicId: 't', starts: [0, 0], ends: [5, 7] };

describe('republishReason', () => {
  it.each([
    ['goes on', { ends: [9, 7] }, undefined],
    ['is the same', {}, undefined],
    ['is of another cluster', { clusterId: 'd' }, 'another-cluster'],
    ['was made anew', { topicId: 'u', ends: [9, 9] }, 'another-topic'],
    ['ends before what was written', { ends: [9, 6] }, 'lost-its-end'],
    ['is empty where it was written', { starts: [0, 7] }, 'lost-its-beginning'],
    ['has more partitions', { starts: [0, 0, 0], ends: [5, 7, 0] }, undefined],
    ['is told by a broker that lags', { starts: [0], ends: [5] }, undefined],
    ['is told by a broker without ids', { topicId: undefined }, undefined],
  ])('of a topic that %s', (_, found, reason) => {
    expect(republishReason(told, { ...told, ...found })).toBe(reason);
  });

  it('does not know where it was told', () => {
    expect(republishReason(undefined, told)).toBe('unknown-place');
  });
});

describe('KnownEndOffsets', () => {
  it('go on, partition by partition', () => {
    const ends = new KnownEndOffsets();
    expect(ends.note(new Map([[2, [10]]]))).toBe(true);
    expect(ends.note(new Map([[0, [0]]]))).toBe(true);
    expect(ends.note()).toBe(true);
    expect(ends.byPartition).toEqual([1, 0, 11]);
  });

  it.each([
    ['behind our back', [], [[10], [10]]],
    ['before the first write', [11], [[10]]],
    ['before a first write of several batches', [11], [[10, 12]]],
    ['within a write', [11], [[11, 11]]],
  ])('tell a topic that was cut, or made anew, %s', (_, known, writes) => {
    const ends = new KnownEndOffsets(known);
    const goOn = writes.map((offsets) => ends.note(new Map([[0, offsets]])));
    expect(goOn.at(-1)).toBe(false);
  });
});
