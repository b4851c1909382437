import { ExpiringCache } from './expiring-cache.js';

describe('ExpiringCache', () => {
  it('drops an answer when its lifetime has passed since the start of the query', () => {
    let now = 1_000;
    const cache = new ExpiringCache<string>(2_000, 10, () => now);
    const asOf = cache.now();
    now += 500; // duration of the query
    cache.set('key', 'answer', asOf);
    now = 2_999;
    expect(cache.get('key')).toBe('answer');
    now = 3_000;
    expect(cache.get('key')).toBeUndefined();
  });

  it('has at most the maximum number of entries, and keeps an entry that is used', () => {
    const cache = new ExpiringCache<number>(60_000, 10, () => 0);
    cache.set('used', 1, 0);
    for (let i = 0; i < 1_000; i += 1) {
      cache.set(`key-${i}`, i, 0);
      cache.get('used');
    }
    expect(cache.get('used')).toBe(1);
    const kept = Array.from({ length: 1_000 }, (_, i) => cache.get(`key-${i}`)).filter(
      (value) => value !== undefined,
    );
    expect(kept.length).toBeLessThanOrEqual(10);
    expect(cache.get('key-0')).toBeUndefined();
  });
});
