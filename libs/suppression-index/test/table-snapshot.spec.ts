import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { SnapshotError } from '../src/snapshot/snapshot-error.js';
import { readTable as readWithText } from '../src/snapshot/read-table.js';
import { SuppressionTable } from '../src/table/suppression-table.js';
import { writeTable } from '../src/snapshot/write-table.js';
import { Model, applyAll, change, type Change } from './table-model.js';

const ALL = { allSources: true, sourceIds: [] };
const TEXT = 'in front of the table';
const history = fc.array(change, { maxLength: 150 });

describe('a snapshot of the table', () => {
  it('restores the table from chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 9 }), async (changes, chunkBytes) => {
        const [table, model] = [new SuppressionTable({ segmentCount: 5 }), new Model()];
        applyAll(changes, table, model);
        const read = await readTable(cut(await bytesOf(table), chunkBytes));
        model.expectSame(read);
        expect(read.seed).toEqual(table.seed);
      }),
      { numRuns: usualOrLong(50, 5_000) },
    );
  });

  it('restores a table that accepts further changes', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (before, after) => {
        const [table, model] = [new SuppressionTable({ segmentCount: 3 }), new Model()];
        applyAll(before, table, model);
        const read = await readTable(cut(await bytesOf(table)));
        applyAll(after, read, model);
        model.expectSame(read);
      }),
      { numRuns: usualOrLong(50, 5_000) },
    );
  });

  it('restores the correct table if the changes during the write are repeated', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.array(history, { maxLength: 12 }), async (before, meanwhile) => {
        const [table, model] = [new SuppressionTable({ segmentCount: 7 }), new Model()];
        applyAll(before, table, model);
        const made: Change[] = [];
        const written = await bytesOf(table, () => {
          const changes = meanwhile.shift() ?? [];
          applyAll(changes, table, model);
          made.push(...changes);
        });
        model.expectSame(table);
        const read = await readTable(cut(written));
        applyAll(made, read);
        model.expectSame(read);
      }),
      { numRuns: usualOrLong(300, 30_000) },
    );
  });

  it('contains all unchanged users, even if segments were split during the write', async () => {
    const table = new SuppressionTable();
    const old = 60_000;
    const sourceOf = (user: number) => `s${user % 7}`;
    const suppress = (into: SuppressionTable, user: number) => {
      into.set('ws', `user-${user}`, { allSources: false, sourceIds: [sourceOf(user)] });
    };
    for (let user = 0; user < old; user += 1) suppress(table, user);
    const segments = table.entries.segmentCount;
    let next = old;
    const written = await bytesOf(table, () => {
      for (let more = 0; more < 20_000 && next < 200_000; more += 1, next += 1) {
        suppress(table, next);
      }
    });
    expect(table.entries.segmentCount).toBeGreaterThan(segments * 2);
    const read = await readTable(cut(written));
    for (let user = 0; user < old; user += 1) {
      if (!read.isSuppressed('ws', `user-${user}`, sourceOf(user))) throw new Error(`${user}`);
    }
    for (let user = old; user < next; user += 1) suppress(read, user);
    expect(read.size).toBe(table.size);
    for (let user = 0; user < next; user += 1) read.set('ws', `user-${user}`, undefined);
    expect([read.size, read.sourceSets.size]).toEqual([0, 0]);
  });

  it('has chunks of at most 1 MiB', async () => {
    const table = new SuppressionTable();
    for (let user = 0; user < 100_000; user += 1) {
      // There are as many source sets as users, so they need more than one chunk.
      table.set('ws', `user-${user}`, { allSources: false, sourceIds: [`source-${user}`] });
    }
    const sizes = (await chunksOf(table)).map(({ length }) => length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 20);
    expect(sizes.length).toBeGreaterThan(8);
    const read = await readTable(cut(await bytesOf(table)));
    expect(read.isSuppressed('ws', 'user-77777', 'source-77777')).toBe(true);
    expect(read.isSuppressed('ws', 'user-77777', 'source-77778')).toBe(false);
    expect(read.sourceSets.size).toBe(100_000);
  });

  it('distributes the rows of a large segment so that each block covers the whole range', async () => {
    const table = new SuppressionTable({ segmentCount: 4 });
    const rows = 100_000;
    for (let row = 0; row < rows; row += 1) {
      table.entries.put(Math.imul(row, 0x9e3779b1), row, 0, 1); // all in segment 0
    }
    const chunks = await chunksOf(table);
    const blocks = chunks.slice(1, -1);
    expect(blocks.length).toBe(2);
    for (const block of blocks) {
      expect(block.length).toBeLessThanOrEqual(2 ** 20);
      expect(block.readInt32LE(12)).toBeLessThan(-2_000_000_000);
      expect(block.readInt32LE(block.length - 16)).toBeGreaterThan(2_000_000_000);
    }
    const read = await readTable(cut(Buffer.concat(chunks)));
    expect(read.size).toBe(rows);
    expect(read.entries.get(Math.imul(77_777, 0x9e3779b1), 77_777, 0)).toBe(1);
  });

  it('restores a table that needs less than 25 bytes per user', async () => {
    const table = new SuppressionTable();
    for (let user = 0; user < 150_000; user += 1) table.set('ws', `user-${user}`, ALL);
    const read = await readTable(cut(await bytesOf(table)));
    expect(read.entries.segmentCount).toBe(table.entries.segmentCount);
    expect(read.byteLength / read.size).toBeLessThan(25);
  });

  it('is rejected if any byte has changed', async () => {
    const bytes = await bytesOf(exampleTable());
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 << (at % 8);
      await expect(readTable(cut(damaged))).rejects.toThrow(SnapshotError);
    }
  });

  it('is rejected when it is truncated or has additional data', async () => {
    const bytes = await bytesOf(exampleTable());
    for (let length = 0; length < bytes.length; length += 1) {
      await expect(readTable(cut(bytes.subarray(0, length)))).rejects.toThrow('is incomplete');
    }
    const more = Buffer.concat([bytes, Buffer.alloc(1)]);
    await expect(readTable(cut(more))).rejects.toThrow('data after its end');
  });

  it('is rejected when a block is missing or repeated', async () => {
    const blocks = await chunksOf(exampleTable());
    expect(blocks.length).toBeGreaterThan(4);
    for (let at = 1; at < blocks.length - 1; at += 1) {
      const without = Buffer.concat(blocks.filter((_, index) => index !== at));
      const twice = Buffer.concat([...blocks.slice(0, at + 1), ...blocks.slice(at)]);
      await expect(readTable(cut(without))).rejects.toThrow(SnapshotError);
      await expect(readTable(cut(twice))).rejects.toThrow(SnapshotError);
    }
  });

  it('is rejected if it has a different version', async () => {
    const bytes = await bytesOf(exampleTable());
    bytes.writeUInt32LE(2, 8);
    await expect(readTable(cut(bytes))).rejects.toThrow('version 2; this program reads 1');
    await expect(readTable(cut(Buffer.alloc(100)))).rejects.toThrow('not a snapshot');
  });

  it('releases source sets even if writing fails', async () => {
    const table = exampleTable();
    const full = new Error('disk full');
    await expect(writeTable(table, TEXT, () => Promise.reject(full))).rejects.toBe(full);
    for (let user = 0; user < 40; user += 1) table.set('ws', `user-${user}`, undefined);
    expect([table.size, table.sourceSets.size]).toEqual([0, 0]);
  });

  it('ends the iteration of the chunks even if it is rejected', async () => {
    let isClosed = false;
    async function* chunks() {
      try {
        for (;;) yield await Promise.resolve(new Uint8Array(64));
      } finally {
        isClosed = true;
      }
    }
    await expect(readTable(chunks())).rejects.toThrow(SnapshotError);
    expect(isClosed).toBe(true);
  });
});

async function readTable(chunks: AsyncIterable<Uint8Array>): Promise<SuppressionTable> {
  const { taken, table } = await readWithText(chunks, (text) => text);
  expect(taken).toBe(TEXT);
  return table;
}

function exampleTable(): SuppressionTable {
  const table = new SuppressionTable({ segmentCount: 4 });
  for (let user = 0; user < 40; user += 1) {
    table.set('ws', `user-${user}`, { allSources: user % 2 === 0, sourceIds: [`s${user % 3}`] });
  }
  return table;
}

/** @param between called after each chunk, to simulate a slow write */
async function bytesOf(table: SuppressionTable, between?: () => void): Promise<Buffer> {
  return Buffer.concat(await chunksOf(table, between));
}

async function chunksOf(table: SuppressionTable, between?: () => void): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  await writeTable(table, TEXT, async (chunk) => {
    chunks.push(Buffer.from(chunk));
    await Promise.resolve();
    between?.();
  });
  return chunks;
}

async function* cut(bytes: Uint8Array, chunkBytes = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    yield await Promise.resolve(bytes.subarray(at, at + chunkBytes));
  }
}
