import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal.js';

const TARGET = { url: 'http://x', workspaceId: 'ws', request: {} };
const HEADER = { journal: 1, id: '3f8c1e0a-5d5c-4c8e-9b60-0a4b6f3a2d11', ...TARGET };
const AT = '2026-11-24T00:00:00.000Z';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-journal-'));
  path = join(folder, 'journal');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const write = (...lines: object[]) => {
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
};
const sending = (chunk: number) => ({ chunk, sending: 2, hash: `hash ${chunk}`, at: AT });
const done = (chunk: number) => [sending(chunk), { chunk, acknowledged: 2 }];
const manyDone = (count: number) => Array.from({ length: count }, (_, n) => done(n + 1)).flat();

describe('Journal', () => {
  it('reads what earlier runs did as it is asked for', async () => {
    write(HEADER, ...manyDone(5_000));
    appendFileSync(path, '{"chunk":"damaged"}\n');
    const journal = await Journal.open(path, TARGET);
    expect(await journal.find(1)).toEqual({
      ...{ chunk: 1, rows: 2, hash: 'hash 1', sentAt: AT, refused: [], acknowledged: 2 },
    });
    expect(await journal.find(4_999)).toMatchObject({ hash: 'hash 4999' });
    await expect(journal.find(5_001)).rejects.toThrow('or is damaged');
    await journal.close();
  });

  it('knows of a chunk what all its lines say, whatever ends a line elsewhere', async () => {
    const reason = 'is \u2028 odd, über';
    write(
      HEADER,
      ...done(1),
      sending(2),
      { chunk: 2, withdrawn: true },
      { ...sending(2), hash: 'another' },
      { chunk: 2, refused: [{ line: 3, reason }] },
      { chunk: 2, refused: [{ line: 4, reason: 'too' }] },
    );
    const journal = await Journal.open(path, TARGET);
    expect(await journal.find(2)).toEqual({
      ...{ chunk: 2, rows: 2, hash: 'another', sentAt: AT },
      refused: [
        { line: 3, reason },
        { line: 4, reason: 'too' },
      ],
    });
    expect(await journal.find(3)).toBeUndefined();
    await journal.close();
  });

  it('forgets a line that was not written to its end, however long it is', async () => {
    write(HEADER, ...done(1));
    const { size } = statSync(path);
    appendFileSync(path, `{"chunk":2,"refused":[${'"x",'.repeat(100_000)}`);
    const journal = await Journal.open(path, TARGET);
    expect(await journal.find(2)).toBeUndefined();
    expect(statSync(path).size).toBe(size);
    await journal.close();
  });

  it('is empty again when all that was begun is withdrawn', async () => {
    write(HEADER, sending(1), { chunk: 1, withdrawn: true });
    const journal = await Journal.open(path, { ...TARGET, workspaceId: 'another' });
    expect(statSync(path).size).toBe(0);
    expect(await journal.find(1)).toBeUndefined();
    await journal.close();
  });

  it('is damaged where a chunk comes after a later one', async () => {
    write(HEADER, ...done(1), ...done(3), ...done(2));
    const journal = await Journal.open(path, TARGET);
    await expect(journal.find(4)).rejects.toThrow('or is damaged');
    await journal.close();
  });
});
