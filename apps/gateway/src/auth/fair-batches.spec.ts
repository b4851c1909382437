import { FairBatches } from './fair-batches.js';

/** Returns a new signal. A shared signal would collect the listeners of all queries. */
const neverAborted = () => new AbortController().signal;

/** Lets settled promises continue. */
async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}

describe('FairBatches', () => {
  /**
   * Returns batches with queries that wait for `next`. `asked` lists the names of the queries that
   * have begun.
   */
  function openBatches(options = { atOnce: 1, size: 4 }) {
    const batches = new FairBatches(options);
    const asked: string[] = [];
    let answers: (() => void)[] = [];
    return {
      asked,
      ask: (name: string, signal = neverAborted()) =>
        batches.with(name.charAt(0), signal, () => {
          asked.push(name);
          return new Promise<string>((resolve) => {
            answers.push(() => {
              resolve(name);
            });
          });
        }),
      /** Answers the running queries, and returns the names of the queries that begin next. */
      next: async (): Promise<readonly string[]> => {
        const before = asked.length;
        const open = answers;
        answers = [];
        for (const answer of open) answer();
        await settle();
        return asked.slice(before);
      },
    };
  }

  it('runs the first query immediately, and all later queries in one batch', async () => {
    const { ask, asked, next } = openBatches({ atOnce: 1, size: 100 });
    const all = Array.from({ length: 50 }, (_, n) => ask(`a${n}`));
    expect(asked).toEqual(['a0']);
    expect(await next()).toEqual(Array.from({ length: 49 }, (_, n) => `a${n + 1}`));
    await next();
    expect(await Promise.all(all)).toHaveLength(50);
  });

  it('takes one query of each sender, then a second query, in the order in which the senders came', async () => {
    const { ask, asked, next } = openBatches();
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'b0', 'c0', 'c1']) void ask(name);
    expect(asked).toEqual(['a0']);
    expect(await next()).toEqual(['a1', 'b0', 'c0', 'a2']);
    expect(await next()).toEqual(['c1', 'a3', 'a4', 'a5']);
  });

  it('begins with the senders that the last batch left out', async () => {
    const { ask, next } = openBatches({ atOnce: 1, size: 2 });
    for (const name of ['a0', 'a1', 'a2', 'b0', 'b1', 'c0', 'd0']) void ask(name);
    expect(await next()).toEqual(['a1', 'b0']);
    expect(await next()).toEqual(['c0', 'd0']);
    expect(await next()).toEqual(['a2', 'b1']);
  });

  it('drops an aborted query, and continues after a failure', async () => {
    const batches = new FairBatches({ atOnce: 1, size: 4 });
    const wait = new AbortController();
    const failed = batches.with('a', neverAborted(), () => Promise.reject(new Error('away')));
    const dropped = batches.with('a', wait.signal, () => Promise.resolve('never asked'));
    const last = batches.with('a', neverAborted(), () => Promise.resolve('asked'));
    wait.abort(new Error('gone'));
    await expect(failed).rejects.toThrow('away');
    await expect(dropped).rejects.toThrow('gone');
    expect(await last).toBe('asked');
  });
});
