import { SourceSets, sourceSetText } from './source-sets.js';

describe('SourceSets', () => {
  let sets: SourceSets;
  beforeEach(() => {
    sets = new SourceSets();
  });

  it('gives equal sets the same number, regardless of sequence and repeats', () => {
    const number = sets.take(['a', 'b']);
    expect(number).toBeGreaterThanOrEqual(2);
    expect(sets.take(['b', 'a', 'b'])).toBe(number);
    expect(sets.take(['ab'])).not.toBe(number);
    expect(sets.size).toBe(2);
  });

  it('gives a set with a known text the same number as without it', () => {
    const ids = ['b', 'a', 'b'];
    const number = sets.take(ids, sourceSetText(ids));
    expect(sets.jsonOf(number)).toBe('["a","b"]');
    expect(sets.take(['a', 'b'])).toBe(number);
    expect(['a', 'b', 'c'].map((id) => sets.has(number, id))).toEqual([true, true, false]);
  });

  it('reports whether a set contains an id', () => {
    const number = sets.take(['a', 'b']);
    expect(['a', 'b', 'c', ''].map((id) => sets.has(number, id))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('distinguishes sets with ids that contain separators', () => {
    expect(sets.take(['a,b'])).not.toBe(sets.take(['a', 'b']));
    expect(sets.take(['a","b'])).not.toBe(sets.take(['a', 'b']));
  });

  it('keeps a set until its last release, and then reuses its number', () => {
    const number = sets.take(['a']);
    sets.take(['a']);
    sets.release(number);
    expect(sets.has(number, 'a')).toBe(true);
    sets.release(number);
    expect(sets.size).toBe(0);
    expect(sets.has(number, 'a')).toBe(false);
    expect(sets.take(['b'])).toBe(number);
  });

  it('does not grow when sets are replaced repeatedly', () => {
    for (let round = 0; round < 10_000; round += 1) sets.release(sets.take([`s${round}`]));
    expect(sets.end).toBe(3);
    expect(sets.size).toBe(0);
  });

  it('keeps unused sets and their numbers during a hold', () => {
    const number = sets.take(['a']);
    const [first, second] = [sets.hold(), sets.hold()];
    sets.release(number);
    first();
    first();
    expect(sets.jsonOf(number)).toBe('["a"]');
    expect(sets.take(['b'])).not.toBe(number);
    second();
    expect(sets.jsonOf(number)).toBeUndefined();
    expect(sets.take(['c'])).toBe(number);
  });

  it('keeps a set that is taken again during a hold', () => {
    const number = sets.take(['a']);
    const release = sets.hold();
    sets.release(number);
    expect(sets.take(['a'])).toBe(number);
    release();
    expect(sets.has(number, 'a')).toBe(true);
    sets.release(number);
    expect(sets.size).toBe(0);
  });

  it('drops a set only once if it becomes unused twice during a hold', () => {
    const number = sets.take(['a']);
    const release = sets.hold();
    sets.release(number);
    sets.release(sets.take(['a']));
    release();
    expect(sets.size).toBe(0);
    expect([sets.take(['b']), sets.take(['c'])]).toEqual([number, number + 1]);
  });

  it('restores sets with their numbers, and reuses the numbers of gaps and unused sets', () => {
    sets.restore([
      [5, '["a","b"]', 2],
      [3, '["c"]', 0],
    ]);
    expect(sets.size).toBe(1);
    expect(sets.take(['b', 'a'])).toBe(5);
    expect([sets.take(['d']), sets.take(['e']), sets.take(['f'])].sort()).toEqual([2, 3, 4]);
    expect(sets.take(['g'])).toBe(6);
    for (let user = 0; user < 3; user += 1) sets.release(5);
    expect(sets.jsonOf(5)).toBeUndefined();
  });
});
