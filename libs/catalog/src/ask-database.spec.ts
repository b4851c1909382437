import { jest } from '@jest/globals';
import { LetheError } from '@lethe/contracts';
import { DatabaseConnection } from '@lethe/database';
import type { DataSource } from 'typeorm';
import { askDatabase } from './ask-database.js';

describe('askDatabase', () => {
  it('rejects a query within 2 s if the database never answers', async () => {
    jest.useFakeTimers();
    const { lookupMs } = new DatabaseConnection({
      dataSource: {} as DataSource,
      prepare: () => Promise.resolve(),
    });
    const never = askDatabase(() => new Promise(() => undefined), lookupMs);
    const refused = expect(never).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(1_999);
    jest.useRealTimers();
    await refused;
  });

  it('accepts an answer that arrived while the process was blocked', async () => {
    const answered = askDatabase(() => new Promise((resolve) => setImmediate(resolve, 'rows')), 20);
    const blockedUntil = performance.now() + 100;
    while (performance.now() < blockedUntil);
    // Node runs timers before immediates, so the deadline passes before the answer is read.
    expect(await answered).toBe('rows');
  });

  it('converts a connection error into a LetheError', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    await expect(askDatabase(() => Promise.reject(refused), 60_000)).rejects.toBeInstanceOf(
      LetheError,
    );
  });

  it('rethrows a TypeError unchanged', async () => {
    const defect = new TypeError('no such thing');
    await expect(askDatabase(() => Promise.reject(defect), 60_000)).rejects.toBe(defect);
  });
});
