import { jest } from '@jest/globals';
import { LetheError } from '@lethe/contracts';
import { askDatabase } from './ask-database.js';

describe('askDatabase', () => {
  it('waits for less than 2 s for a database that never answers', async () => {
    jest.useFakeTimers();
    const never = askDatabase(() => new Promise(() => undefined));
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
    await expect(askDatabase(() => Promise.reject(refused))).rejects.toBeInstanceOf(LetheError);
  });

  it('leaves defects as they are', async () => {
    const defect = new TypeError('no such thing');
    await expect(askDatabase(() => Promise.reject(defect))).rejects.toBe(defect);
  });
});
