import { runEach } from './run-each.js';

describe('runEach', () => {
  it('runs the function for all items with limited parallelism, and reports each failure', async () => {
    let running = 0;
    let most = 0;
    const reported: [number, unknown][] = [];
    await runEach(
      [1, 2, 3, 4, 5],
      async (item) => {
        most = Math.max(most, ++running);
        await Promise.resolve();
        running -= 1;
        if (item === 2) throw new Error('no');
      },
      {
        atOnce: 2,
        signal: new AbortController().signal,
        onDone: (item, error) => reported.push([item, error]),
      },
    );
    expect(most).toBe(2);
    expect(reported.map(([item]) => item).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(reported.filter(([, error]) => error !== undefined)).toEqual([[2, new Error('no')]]);
  });

  it('starts no further run after the signal is aborted', async () => {
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
