import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { EntryTable } from './entry-table.js';

const { imul } = Math; // in Jest, each read of a global variable is slow

/**
 * Only a few words, so that keys collide. They include both ends of the range and their neighbours.
 */
const word = fc.constantFrom(-0x8000_0000, -0x7fff_ffff, -1, 0, 1, 7, 0x7fff_fffe, 0x7fff_ffff);
const value = fc.integer({ min: 1, max: 0x7fff_ffff });
const step = fc.record({ key: fc.tuple(word, word, word), value: fc.option(value, { nil: 0 }) });

describe('EntryTable', () => {
  it('behaves like a Map with clustered keys', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 800 }),
        fc.integer({ min: 1, max: 9 }),
        (steps, n) => {
          const [table, model] = [new EntryTable(n), new Map<string, number>()];
          for (const { key, value } of steps) {
            const before = value === 0 ? table.remove(...key) : table.put(...key, value);
            expect(before).toBe(model.get(key.join()) ?? 0);
            if (value === 0) model.delete(key.join());
            else model.set(key.join(), value);
          }
          expect(table.size).toBe(model.size);
          for (const { key } of steps) expect(table.get(...key)).toBe(model.get(key.join()) ?? 0);
          expect(contentOf(table)).toEqual(model);
        },
      ),
      { numRuns: usualOrLong(200, 20_000) },
    );
  });

  it('stores many keys at the very end of the range', () => {
    const table = new EntryTable();
    for (let key = 0; key < 500; key += 1) table.put(0x7fff_ffff - (key % 3), key, key, key + 1);
    for (let key = 0; key < 500; key += 1) {
      expect(table.get(0x7fff_ffff - (key % 3), key, key)).toBe(key + 1);
    }
    expect(table.get(0x7fff_ffff, 500, 500)).toBe(0);
  });

  it('behaves like a Map while it grows to many segments and shrinks again', () => {
    const [table, model] = [new EntryTable(), new Map<number, number>()];
    for (let key = 0; key < 200_000; key += 1) {
      table.put(...scattered(key), key + 1);
      model.set(key, key + 1);
      if (key % 3 === 0) {
        const gone = key >>> 1;
        if (table.remove(...scattered(gone)) !== (model.get(gone) ?? 0)) throw new Error(`${gone}`);
        model.delete(gone);
      }
    }
    expect(table.segmentCount).toBeGreaterThan(3);
    expect(table.size).toBe(model.size);
    for (let key = 0; key < 200_000; key += 1) {
      if (table.get(...scattered(key)) !== (model.get(key) ?? 0)) throw new Error(`key ${key}`);
    }
    for (const key of model.keys()) table.remove(...scattered(key));
    expect(table.size).toBe(0);
    expect(contentOf(table).size).toBe(0);
  });

  it('needs less than 25 bytes per key at every size from 100 on, even directly after growth', () => {
    const table = new EntryTable();
    let maximum = 0;
    for (let key = 1; key <= usualOrLong(150_000, 300_000); key += 1) {
      table.put(...scattered(key), 1);
      if (key >= 100) maximum = Math.max(maximum, table.byteLength / key);
    }
    expect(maximum).toBeLessThan(25);
  });

  it('reports the bytes of its arrays', () => {
    const table = new EntryTable();
    expect(table.byteLength).toBeLessThan(1_000);
    for (let key = 0; key < 200_000; key += 1) table.put(...scattered(key), 1);
    const rows = [...Array(table.segmentCount).keys()].map((n) => table.copySegment(n).length);
    const minimum = rows.reduce((sum, words) => sum + words * 4, 0);
    expect(table.byteLength).toBeGreaterThan(minimum);
    expect(table.byteLength).toBeLessThan(minimum * 1.6);
  });

  it('grows from any initial number of segments', () => {
    for (const segmentCount of [3, 5]) {
      const table = new EntryTable(segmentCount);
      for (let key = 0; key < 200_000; key += 1) table.put(...scattered(key), key + 1);
      expect(table.segmentCount).toBe(7);
      const lost = [...Array(200_000).keys()].filter((key) => table.get(...scattered(key)) === 0);
      expect(lost).toEqual([]);
    }
  });

  it('releases memory when most keys are removed', () => {
    const table = new EntryTable();
    for (let key = 0; key < 100_000; key += 1) table.put(...scattered(key), 1);
    const full = table.byteLength;
    for (let key = 0; key < 95_000; key += 1) table.remove(...scattered(key));
    expect(table.byteLength).toBeLessThan(full / 10);
    expect(table.byteLength / table.size).toBeLessThan(35);
  });

  it('does not grow when keys are replaced repeatedly', () => {
    const table = new EntryTable();
    for (let key = 0; key < 50_000; key += 1) table.put(...scattered(key), 1);
    const before = table.byteLength;
    for (let key = 0; key < usualOrLong(100_000, 300_000); key += 1) {
      table.remove(...scattered(key));
      table.put(...scattered(key + 50_000), 1);
    }
    expect(table.byteLength).toBeLessThan(before * 1.1);
  });

  it('keeps each segment below 62,000 keys, so that a split moves few keys', () => {
    const table = new EntryTable();
    let maximum = 0;
    for (let key = 0; key < usualOrLong(200_000, 400_000); key += 1) {
      table.put(...scattered(key), 1);
      if (key % 10_000 === 0) {
        const segments = [...Array(table.segmentCount).keys()];
        maximum = Math.max(...segments.map((n) => table.copySegment(n).length / 4), maximum);
      }
    }
    expect(maximum).toBeLessThan(62_000);
  });

  it('does not grow when reserved keys are added', () => {
    const table = new EntryTable(2);
    table.reserve(0, 1_000);
    const before = table.byteLength;
    for (let key = 0; key < 1_000; key += 1) table.put(scattered(key)[0], key, key << 1, 1);
    expect(table.byteLength).toBe(before);
  });
});

/** Returns three words that look random and differ for each key. */
function scattered(key: number): [number, number, number] {
  const mix = (salt: number) => {
    let word = imul(key ^ salt, 0x85ebca6b);
    word = imul(word ^ (word >>> 13), 0xc2b2ae35);
    return (word ^ (word >>> 16)) | 0;
  };
  return [mix(0x1234567), mix(0x7654321), mix(0x2468ace)];
}

function contentOf(table: EntryTable): Map<string, number> {
  const content = new Map<string, number>();
  for (let index = 0; index < table.segmentCount; index += 1) {
    const rows = table.copySegment(index);
    for (let at = 0; at < rows.length; at += 4) {
      content.set(rows.subarray(at, at + 3).join(), rows[at + 3]!);
    }
  }
  return content;
}
