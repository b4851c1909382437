import { FairBatches } from './fair-batches.js';

/** One of each question: one of many would have a listener of each. */
const forEver = () => new AbortController().signal;

/** Lets the promises that are settled go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('FairBatches', () => {
  /** Batches whose questions stay open, each noted by its name. */
  function heldBack(options = { atOnce: 1, size: 4 }) {
    const batches = new FairBatches(options);
    const asked: string[] = [];
    let answer: (() => void)[] = [];
    return {
      asked,
      ask: (name: string, signal = forEver()) =>
        batches.with(name.charAt(0), signal, () => {
          asked.push(name);
          return new Promise<string>((resolve) => {
            answer.push(() => {
              resolve(name);
            });
          });
        }),
      /** Answers what was asked, and returns what is asked next. */
      next: async (): Promise<readonly string[]> => {
        const before = asked.length;
        const open = answer;
        answer = [];
        for (const one of open) one();
        await settle();
        return asked.slice(before);
      },
    };
  }

  it('ask at once what nobody is before, and all that came meanwhile together', async () => {
    const { ask, asked, next } = heldBack({ atOnce: 1, size: 100 });
    const all = Array.from({ length: 50 }, (_, n) => ask(`a${n}`));
    expect(asked).toEqual(['a0']);
    expect(await next()).toEqual(Array.from({ length: 49 }, (_, n) => `a${n + 1}`));
    await next();
    expect(await Promise.all(all)).toHaveLength(50);
  });

  it('take one of each sender in turn, in the order in which they came', async () => {
    const { ask, asked, next } = heldBack();
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'b0', 'c0', 'c1']) void ask(name);
    expect(asked).toEqual(['a0']);
    expect(await next()).toEqual(['a1', 'b0', 'c0', 'a2']);
    expect(await next()).toEqual(['c1', 'a3', 'a4', 'a5']);
  });

  it('begin with those who were left out before, where there are more senders than places', async () => {
    const { ask, next } = heldBack({ atOnce: 1, size: 2 });
    for (const name of ['a0', 'a1', 'a2', 'b0', 'b1', 'c0', 'd0']) void ask(name);
    expect(await next()).toEqual(['a1', 'b0']);
    expect(await next()).toEqual(['c0', 'd0']);
    expect(await next()).toEqual(['a2', 'b1']);
  });

  it('forget who gives up, and go on after a failure', async () => {
    const batches = new FairBatches({ atOnce: 1, size: 4 });
    const gone = new AbortController();
    const failed = batches.with('a', forEver(), () => Promise.reject(new Error('away')));
    const left = batches.with('a', gone.signal, () => Promise.resolve('never asked'));
    const last = batches.with('a', forEver(), () => Promise.resolve('asked'));
    gone.abort(new Error('gone'));
    await expect(failed).rejects.toThrow('away');
    await expect(left).rejects.toThrow('gone');
    expect(await last).toBe('asked');
  });
});
