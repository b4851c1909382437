interface Entry<V> {
  readonly value: V;
  readonly asOf: number;
  readonly weight: number;
}

/**
 * Short-lived cache of the database's answers, for answers of very different sizes: bounded by
 * their weight, the oldest go first. Callers that ask for the same key at the same time share one
 * query. A missing value is not cached, so it can be used as soon as it is there.
 */
export class LoadingCache<V extends object> {
  /** Oldest first. */
  private readonly entries = new Map<string, Entry<V>>();
  private readonly loading = new Map<string, Promise<V | undefined>>();
  private total = 0;

  /**
   * @param ttlMs milliseconds for which an answer is used, counted from the beginning of its query
   * @param limits.maxWeight of all answers together; one that is heavier alone is not kept
   * @param limits.weigh in the unit of `maxWeight`
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

  /** Of all answers together, in the unit of `maxWeight`. */
  get weight(): number {
    return this.total;
  }

  /** @param suffices whether an answer to an earlier question will do; what is loaded for this call is returned in any case */
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
        // Kept unless the key was forgotten meanwhile: then the answer may be older than the
        // change.
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
   * Forgets every answer whose key has this prefix, and the answers of queries under way for such
   * keys.
   */
  forget(prefix: string): void {
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
