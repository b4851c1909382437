import { LoadingCache } from './loading-cache.js';

interface Answer {
  readonly weight: number;
}

/** A cache on a clock of its own, and a question that is answered when the test says so. */
function fixture() {
  let time = 0;
  const waiting: ((answer: Answer | undefined) => void)[] = [];
  let asked = 0;
  const cache = new LoadingCache<Answer>(
    2_000,
    { maxWeight: 100, weigh: (answer) => answer.weight },
    () => time,
  );
  return {
    cache,
    asked: () => asked,
    pass: (ms: number) => {
      time += ms;
    },
    ask: (key: string) =>
      cache.get(key, () => {
        asked += 1;
        return new Promise<Answer | undefined>((resolve) => waiting.push(resolve));
      }),
    answer: (value: Answer | undefined) => waiting.shift()?.(value),
    /** Asks and is answered at once. */
    put: (key: string, weight: number) =>
      cache.get(key, () => {
        asked += 1;
        return Promise.resolve({ weight });
      }),
  };
}

describe('LoadingCache', () => {
  it('asks once for those who ask at the same time', async () => {
    const { ask, answer, asked } = fixture();
    const both = Promise.all([ask('a'), ask('a')]);
    answer({ weight: 1 });
    const [first, second] = await both;
    expect([asked(), first === second]).toEqual([1, true]);
  });

  it('asks again when an answer is too old, counted from the question', async () => {
    const { ask, answer, asked, pass } = fixture();
    const slow = ask('a');
    pass(500);
    answer({ weight: 1 });
    await slow;
    pass(1_499);
    await ask('a');
    expect(asked()).toBe(1);
    pass(1);
    void ask('a');
    expect(asked()).toBe(2);
  });

  it('does not remember that something is missing, nor a failure', async () => {
    const { ask, answer, asked, cache } = fixture();
    const missing = ask('a');
    answer(undefined);
    expect(await missing).toBeUndefined();
    await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    void ask('a');
    expect(asked()).toBe(2);
  });

  it('keeps no answer to a question from before a change, and lets nobody join it', async () => {
    const { ask, answer, asked, cache } = fixture();
    const before = ask('ws/a');
    cache.forget('ws/');
    const after = ask('ws/a');
    answer({ weight: 1 });
    answer({ weight: 2 });
    expect([(await before)?.weight, (await after)?.weight]).toEqual([1, 2]);
    expect((await ask('ws/a'))?.weight).toBe(2);
    expect(asked()).toBe(2);
  });

  it('forgets what begins so, and nothing else', async () => {
    const { put, asked, cache } = fixture();
    await put('ws/a', 1);
    await put('wsx/a', 1);
    cache.forget('ws/');
    await put('wsx/a', 1);
    expect(asked()).toBe(2);
    await put('ws/a', 1);
    expect(asked()).toBe(3);
  });

  it('never holds more than it may, and lets the oldest go', async () => {
    const { put, asked } = fixture();
    await put('a', 40);
    await put('b', 40);
    await put('c', 40); // a goes
    await put('huge', 101); // not kept
    expect(asked()).toBe(4);
    await put('b', 40);
    await put('c', 40);
    expect(asked()).toBe(4);
    await put('a', 40);
    await put('huge', 101);
    expect(asked()).toBe(6);
  });
});
