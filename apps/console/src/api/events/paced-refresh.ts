import type { QueryClient } from '@tanstack/react-query';

interface Pace {
  /** Milliseconds: what is asked for within this time is done at once. A bulk of 10,000 is told in hundreds of events. */
  readonly togetherMs: number;
  /** Milliseconds from the beginning of one refresh to that of the next, at least. */
  readonly everyMs: number;
}

const PACE: Pace = { togetherMs: 300, everyMs: 2_000 };

/**
 * Has queries asked for again, however often it is told to: one time after another, with a rest between as long as the last one took,
 * and not at all while nobody looks. What is asked for while one is under way is done after it, so none is canceled by the next.
 */
export class PacedRefresh {
  private readonly waiting = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRunning = false;
  /** When the next may begin, on the clock of `performance`. */
  private notBefore = 0;

  constructor(
    private readonly queries: QueryClient,
    private readonly pace: Pace = PACE,
  ) {}

  /** @param keys first elements of the keys of queries */
  request(keys: readonly string[]): void {
    for (const key of keys) this.waiting.add(key);
    this.schedule();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    document.removeEventListener('visibilitychange', this.look);
    this.waiting.clear();
  }

  private schedule(): void {
    if (this.isRunning || this.timer !== undefined || this.waiting.size === 0) return;
    const wait = Math.max(this.pace.togetherMs, this.notBefore - performance.now());
    this.timer = setTimeout(this.look, wait);
  }

  private readonly look = (): void => {
    if (document.hidden) {
      document.addEventListener('visibilitychange', this.look, { once: true });
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
        typeof first === 'string' && concerned.has(first) && meta?.isStill !== true,
    });
    const endedAt = performance.now();
    this.notBefore = Math.max(startedAt + this.pace.everyMs, endedAt + (endedAt - startedAt));
    this.isRunning = false;
    this.schedule();
  }
}
