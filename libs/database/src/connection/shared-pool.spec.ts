import { jest } from '@jest/globals';
import { SharedPool } from './shared-pool.js';

describe('SharedPool', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('refuses a caller that waited too long, and does not run its statement', async () => {
    jest.useFakeTimers();
    const pool = new SharedPool({ size: 2, perOwner: 1, waitMs: 1_500 });
    let letGo = (): void => undefined;
    const first = pool.run('a', () => new Promise<void>((resolve) => (letGo = resolve)));
    const late = jest.fn(() => Promise.resolve());
    const refused = expect(pool.run('a', late)).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(1_499);
    expect(pool.waiting).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    await refused;
    expect(pool.waiting).toBe(0);
    letGo();
    await first;
    expect(late).not.toHaveBeenCalled();
  });
});
