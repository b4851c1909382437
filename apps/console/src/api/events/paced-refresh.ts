import type { QueryClient } from '@tanstack/react-query';

interface RefreshLimits {
  /**
   * Milliseconds for which refresh requests are combined. A bulk request with 10,000 users causes
   * hundreds of events.
   */
  readonly togetherMs: number;
  /** Minimum milliseconds between the starts of two refreshes. */
  readonly everyMs: number;
}

const LIMITS: RefreshLimits = { togetherMs: 300, everyMs: 2_000 };

/**
 * Refetches queries, with at most one refresh at a time. A request during a refresh waits until the
 * refresh ends, because a second refetch would cancel the first. The pause after a refresh is at
 * least as long as the refresh. While the page is hidden, no refresh starts.
 */
export class PacedRefresh {
  private readonly waiting = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRunning = false;
  /** Earliest time of the next refresh, as a value of `performance.now()`. */
  private notBefore = 0;

  constructor(
    private readonly queries: QueryClient,
    private readonly limits: RefreshLimits = LIMITS,
  ) {}

  /** @param keys first elements of the query keys to refetch */
  request(keys: readonly string[]): void {
    for (const key of keys) this.waiting.add(key);
    this.schedule();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    document.removeEventListener('visibilitychange', this.refreshIfVisible);
    this.waiting.clear();
  }

  private schedule(): void {
    if (this.isRunning || this.timer !== undefined || this.waiting.size === 0) return;
    const wait = Math.max(this.limits.togetherMs, this.notBefore - performance.now());
    this.timer = setTimeout(this.refreshIfVisible, wait);
  }

  private readonly refreshIfVisible = (): void => {
    if (document.hidden) {
      document.addEventListener('visibilitychange', this.refreshIfVisible, { once: true });
      return;
    }
    this.timer = undefined;
    void this.run();
  };

  private async run(): Promise<void> {
    const concerned = new Set(this.waiting);
    this.waiting.clear();
    this.isRunning = true;
    const startedAt = performance.now();
    await this.queries.invalidateQueries({
      predicate: ({ queryKey: [first], meta }) =>
        typeof first === 'string' && concerned.has(first) && meta?.isManual !== true,
    });
    const endedAt = performance.now();
    this.notBefore = Math.max(startedAt + this.limits.everyMs, endedAt + (endedAt - startedAt));
    this.isRunning = false;
    this.schedule();
  }
}
