import QuickLRU from 'quick-lru';

interface Entry<V> {
  readonly value: V;
  readonly asOf: number;
}

/**
 * Short-lived cache for answers of the database. When full, it removes the least recently used
 * entries. It uses a monotonic clock, so that a change of the system clock cannot extend an entry.
 */
export class ExpiringCache<V> {
  private readonly entries: QuickLRU<string, Entry<V>>;
  /**
   * Time of the last `invalidate`. Answers to queries that began at or before this time are not
   * cached, because they can lack the change that caused `invalidate`.
   */
  private invalidatedAt = -Infinity;

  /**
   * @param ttlMs lifetime of an answer in milliseconds
   * @param maxEntries maximum number of answers
   * @param now milliseconds on a monotonic clock
   */
  constructor(
    private readonly ttlMs: number,
    maxEntries: number,
    readonly now: () => number = () => performance.now(),
  ) {
    // QuickLRU keeps up to twice its `maxSize`.
    this.entries = new QuickLRU({ maxSize: Math.max(1, Math.floor(maxEntries / 2)) });
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && this.now() - entry.asOf < this.ttlMs ? entry.value : undefined;
  }

  /** @param asOf value of `now` at the start of the query, from which the lifetime counts */
  set(key: string, value: V, asOf: number): void {
    if (asOf > this.invalidatedAt) this.entries.set(key, { value, asOf });
  }
  /**
   * Removes the answers whose key has this prefix, and discards the answers of all running queries.
   */
  invalidate(prefix: string): void {
    this.invalidatedAt = this.now();
    for (const key of [...this.entries.keys()]) {
      if (key.startsWith(prefix)) this.entries.delete(key);
    }
  }
}
