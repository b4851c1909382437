import { jest } from '@jest/globals';
import { LetheError } from '@lethe/contracts';
import { DatabaseConnection } from '@lethe/database';
import type { DataSource } from 'typeorm';
import { askDatabase } from './ask-database.js';

describe('askDatabase', () => {
  it('waits for less than 2 s for a database that never answers', async () => {
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

  it('takes an answer that came while this process stood still', async () => {
    const answered = askDatabase(() => new Promise((resolve) => setImmediate(resolve, 'rows')), 20);
    const stillUntil = performance.now() + 100;
    while (performance.now() < stillUntil);
    // Timers come first: the time is over before the answer is looked at.
    expect(await answered).toBe('rows');
  });

  it('turns an outage into an error that callers may see', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    await expect(askDatabase(() => Promise.reject(refused), 60_000)).rejects.toBeInstanceOf(
      LetheError,
    );
  });

  it('leaves defects as they are', async () => {
    const defect = new TypeError('no such thing');
    await expect(askDatabase(() => Promise.reject(defect), 60_000)).rejects.toBe(defect);
  });
});
