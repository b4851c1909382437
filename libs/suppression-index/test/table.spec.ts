import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { SuppressionTable } from '../src/table/suppression-table.js';
import { Model, applyAll, change } from './table-model.js';

const ALL = { allSources: true, sourceIds: [] };
const MILLIONS = usualOrLong(1, 10);

describe('SuppressionTable', () => {
  it('behaves like a Map of states for any history', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
        const [table, model] = [new SuppressionTable(), new Model()];
        for (const next of changes) {
          applyAll([next], table, model);
          expect(table.size).toBe(model.size);
        }
        model.expectSame(table);
      }),
      { numRuns: usualOrLong(150, 15_000) },
    );
  });

  it('applies every kind of state of a user', () => {
    const table = new SuppressionTable();
    const at = () => ['web', 'app'].map((source) => table.isSuppressed('ws', 'ann', source));
    expect(at()).toEqual([false, false]);
    table.set('ws', 'ann', { allSources: false, sourceIds: ['web'] });
    expect(at()).toEqual([true, false]);
    table.set('ws', 'ann', ALL);
    expect(at()).toEqual([true, true]);
    table.set('ws', 'ann', { allSources: true, sourceIds: ['web'] });
    expect(at()).toEqual([true, true]);
    table.set('ws', 'ann', { allSources: false, sourceIds: ['app'] });
    expect(at()).toEqual([false, true]);
    table.set('ws', 'ann', undefined);
    expect([...at(), table.size]).toEqual([false, false, 0]);
    table.set('ws', 'ann', { allSources: false, sourceIds: ['*'] });
    expect([...at(), table.size]).toEqual([true, true, 1]);
    table.set('ws', 'ann', { allSources: false, sourceIds: [] });
    expect([...at(), table.size]).toEqual([false, false, 0]);
  });

  it('sets and lifts the state of a key in bytes like that of the strings', () => {
    const table = new SuppressionTable();
    const bytes = Buffer.from('-ws:ann-');
    const key = { bytes, start: 1, colon: 3, end: 7 };
    table.setAscii(key, { allSources: false, sourceIds: ['web'], setText: '["web"]' });
    expect(table.isSuppressed('ws', 'ann', 'web')).toBe(true);
    expect(table.isSuppressed('ws', 'ann', 'app')).toBe(false);
    table.set('ws', 'ann', ALL);
    expect([table.size, table.sourceSets.size]).toEqual([1, 0]);
    table.setAscii(key, undefined);
    expect(table.isSuppressed('ws', 'ann', 'web')).toBe(false);
    expect(table.size).toBe(0);
  });

  it('separates workspaces', () => {
    const table = new SuppressionTable();
    table.set('a', 'b:c', ALL);
    expect(table.isSuppressed('a:b', 'c', 'web')).toBe(false);
    expect(table.isSuppressed('b', 'b:c', 'web')).toBe(false);
  });

  it('accepts ids far longer than the contracts allow', () => {
    const table = new SuppressionTable();
    const long = '日'.repeat(1_000_000);
    table.set('ws', long, ALL);
    expect(table.isSuppressed('ws', long, 'web')).toBe(true);
    expect(table.isSuppressed('ws', `${long}x`, 'web')).toBe(false);
  });

  it('gives each table a different seed, and accepts only a seed of 16 bytes', () => {
    const [one, other] = [new SuppressionTable(), new SuppressionTable()];
    expect(one.seed).not.toEqual(other.seed);
    const seed = Uint8Array.from({ length: 16 }, (_, index) => index);
    const copied = new SuppressionTable({ seed });
    seed.fill(0);
    expect(copied.seed[3]).toBe(3);
    expect(() => new SuppressionTable({ seed: new Uint8Array(8) })).toThrow(RangeError);
  });

  it(`distinguishes ${MILLIONS} million users`, () => {
    const table = new SuppressionTable();
    const users = MILLIONS * 1_000_000;
    for (let user = 0; user < users; user += 1) {
      table.set(user & 1 ? 'ws_odd' : 'ws_even', `user-${user >>> 1}`, ALL);
    }
    // Equal hashes would lower the size, or suppress a user of another workspace.
    expect(table.size).toBe(users);
    for (let user = 0; user < 200_000; user += 1) {
      if (table.isSuppressed('ws_other', `user-${user}`, 'web')) throw new Error(`user ${user}`);
    }
    expect(table.byteLength / users).toBeLessThan(25);
  });
});
