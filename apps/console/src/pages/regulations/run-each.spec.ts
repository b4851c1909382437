import { runEach } from './run-each.js';

describe('runEach', () => {
  it('does all of them, no more at once than it may, and tells of each that failed', async () => {
    let under = 0;
    let most = 0;
    const told: [number, unknown][] = [];
    await runEach(
      [1, 2, 3, 4, 5],
      async (item) => {
        most = Math.max(most, ++under);
        await Promise.resolve();
        under -= 1;
        if (item === 2) throw new Error('no');
      },
      {
        atOnce: 2,
        signal: new AbortController().signal,
        onDone: (item, error) => told.push([item, error]),
      },
    );
    expect(most).toBe(2);
    expect(told.map(([item]) => item).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(told.filter(([, error]) => error !== undefined)).toEqual([[2, new Error('no')]]);
  });

  it('begins nothing more when it is stopped', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    await runEach(
      [1, 2, 3],
      (item) => {
        begun.push(item);
        stop.abort();
        return Promise.resolve();
      },
      { atOnce: 1, signal: stop.signal, onDone: () => undefined },
    );
    expect(begun).toEqual([1]);
  });
});
