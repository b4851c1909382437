interface Entry<V> {
  readonly value: V;
  readonly asOf: number;
  readonly weight: number;
}

/**
 * Short-lived cache for database answers of very different sizes. It limits the total weight of the
 * answers, and removes the oldest answers first. Concurrent callers with the same key share one
 * query. A missing value is not cached, so that a new resource works at once.
 */
export class LoadingCache<V extends object> {
  /** Sorted by age, the oldest first. */
  private readonly entries = new Map<string, Entry<V>>();
  private readonly loading = new Map<string, Promise<V | undefined>>();
  private total = 0;

  /**
   * @param ttlMs lifetime of an answer in milliseconds, from the start of its query
   * @param limits.maxWeight maximum weight of all answers together; a single answer that is heavier
   * is not cached
   * @param limits.weigh weight of an answer, in the unit of `maxWeight`
   * @param now milliseconds on a monotonic clock
   */
  constructor(
    private readonly ttlMs: number,
    private readonly limits: {
      readonly maxWeight: number;
      readonly weigh: (value: V) => number;
    },
    private readonly now: () => number = () => performance.now(),
  ) {}

  get weight(): number {
    return this.total;
  }

  /**
   * @param suffices whether the answer is new enough, if it comes from the cache or from a query of
   *   another caller
   */
  async get(
    key: string,
    load: () => Promise<V | undefined>,
    suffices: (value: V | undefined) => boolean = () => true,
  ): Promise<V | undefined> {
    const entry = this.entries.get(key);
    const isFresh = entry !== undefined && this.now() - entry.asOf < this.ttlMs;
    if (isFresh && suffices(entry.value)) return entry.value;
    const running = this.loading.get(key);
    if (running !== undefined) {
      const value = await running;
      return suffices(value) ? value : this.get(key, load, suffices);
    }
    const asOf = this.now();
    const loading = load().then(
      (value) => {
        // If `invalidate` was called during the query, the answer is not cached, because it can
        // lack the change.
        if (this.loading.get(key) === loading) {
          this.loading.delete(key);
          this.keep(key, value, asOf);
        }
        return value;
      },
      (error: unknown) => {
        if (this.loading.get(key) === loading) this.loading.delete(key);
        throw error;
      },
    );
    this.loading.set(key, loading);
    return loading;
  }

  /**
   * Removes the answers whose key has this prefix, and discards the answers of running queries for
   * such keys.
   */
  invalidate(prefix: string): void {
    for (const key of [...this.entries.keys()]) if (key.startsWith(prefix)) this.drop(key);
    for (const key of [...this.loading.keys()]) {
      if (key.startsWith(prefix)) this.loading.delete(key);
    }
  }

  private keep(key: string, value: V | undefined, asOf: number): void {
    this.drop(key);
    if (value === undefined) return;
    const weight = this.limits.weigh(value);
    if (weight > this.limits.maxWeight) return;
    this.entries.set(key, { value, asOf, weight });
    this.total += weight;
    for (const [oldest, { asOf: age }] of this.entries) {
      const isOver = this.total > this.limits.maxWeight || this.now() - age >= this.ttlMs;
      if (!isOver) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.total -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }
}
