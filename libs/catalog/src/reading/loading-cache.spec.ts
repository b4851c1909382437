import { LoadingCache } from './loading-cache.js';

interface Answer {
  readonly weight: number;
}

/** Returns a cache whose clock and query results are set by the test. */
function fixture() {
  let time = 0;
  const waiting: ((answer: Answer | undefined) => void)[] = [];
  let loadCount = 0;
  const cache = new LoadingCache<Answer>(
    2_000,
    { maxWeight: 100, weigh: (answer) => answer.weight },
    () => time,
  );
  return {
    cache,
    loadCount: () => loadCount,
    pass: (ms: number) => {
      time += ms;
    },
    ask: (key: string) =>
      cache.get(key, () => {
        loadCount += 1;
        return new Promise<Answer | undefined>((resolve) => waiting.push(resolve));
      }),
    answer: (value: Answer | undefined) => waiting.shift()?.(value),
    /** Calls `get` with a query that returns at once. */
    put: (key: string, weight: number) =>
      cache.get(key, () => {
        loadCount += 1;
        return Promise.resolve({ weight });
      }),
  };
}

describe('LoadingCache', () => {
  it('runs only one query for concurrent callers', async () => {
    const { ask, answer, loadCount } = fixture();
    const both = Promise.all([ask('a'), ask('a')]);
    answer({ weight: 1 });
    const [first, second] = await both;
    expect([loadCount(), first === second]).toEqual([1, true]);
  });

  it('queries again when the lifetime has passed since the start of the query', async () => {
    const { ask, answer, loadCount, pass } = fixture();
    const slow = ask('a');
    pass(500);
    answer({ weight: 1 });
    await slow;
    pass(1_499);
    await ask('a');
    expect(loadCount()).toBe(1);
    pass(1);
    void ask('a');
    expect(loadCount()).toBe(2);
  });

  it('caches neither a missing value nor a failure', async () => {
    const { ask, answer, loadCount, cache } = fixture();
    const missing = ask('a');
    answer(undefined);
    expect(await missing).toBeUndefined();
    await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    void ask('a');
    expect(loadCount()).toBe(2);
  });

  it('does not reuse the answer of a query that began before invalidate was called', async () => {
    const { ask, answer, loadCount, cache } = fixture();
    const before = ask('ws/a');
    cache.invalidate('ws/');
    const after = ask('ws/a');
    answer({ weight: 1 });
    answer({ weight: 2 });
    expect([(await before)?.weight, (await after)?.weight]).toEqual([1, 2]);
    expect((await ask('ws/a'))?.weight).toBe(2);
    expect(loadCount()).toBe(2);
  });

  it('removes only the keys with the prefix', async () => {
    const { put, loadCount, cache } = fixture();
    await put('ws/a', 1);
    await put('wsx/a', 1);
    cache.invalidate('ws/');
    await put('wsx/a', 1);
    expect(loadCount()).toBe(2);
    await put('ws/a', 1);
    expect(loadCount()).toBe(3);
  });

  it('does not exceed its maximum weight, and removes the oldest answers first', async () => {
    const { put, loadCount } = fixture();
    await put('a', 40);
    await put('b', 40);
    await put('c', 40); // removes a
    await put('huge', 101); // too heavy to cache
    expect(loadCount()).toBe(4);
    await put('b', 40);
    await put('c', 40);
    expect(loadCount()).toBe(4);
    await put('a', 40);
    await put('huge', 101);
    expect(loadCount()).toBe(6);
  });
});
