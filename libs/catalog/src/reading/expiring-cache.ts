import QuickLRU from 'quick-lru';

interface Entry<V> {
  readonly value: V;
  readonly asOf: number;
}

/**
 * Short-lived cache of the database's answers. Bounded: the least recently used entries go first.
 * Ages are measured on a clock that nobody can set, so no entry outlives its time.
 */
export class ExpiringCache<V> {
  private readonly entries: QuickLRU<string, Entry<V>>;
  /**
   * Answers to queries begun before this time are not kept: they may be older than the change that
   * `forget` was called for.
   */
  private forgottenAt = -Infinity;

  /**
   * @param ttlMs milliseconds for which an answer is used
   * @param maxEntries most answers kept
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

  /** @param asOf when the query began (on the clock `now`): the answer may be as old as that */
  set(key: string, value: V, asOf: number): void {
    if (asOf > this.forgottenAt) this.entries.set(key, { value, asOf });
  }
  /** Forgets every answer whose key has this prefix, and the answers of all queries under way. */
  forget(prefix: string): void {
    this.forgottenAt = this.now();
    for (const key of [...this.entries.keys()]) {
      if (key.startsWith(prefix)) this.entries.delete(key);
    }
  }
}
