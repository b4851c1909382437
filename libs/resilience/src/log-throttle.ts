const DEFAULT_INTERVAL_MS = 10_000;

export interface LogThrottleOptions {
  /**
   * Milliseconds from one line to the next for the same reason. Default 10,000. `Infinity`: one line
   * for each reason, until `reset`.
   */
  readonly intervalMs?: number;
}

/**
 * Decides which of many equal failures get a line in the log: the first one at once, then one in an
 * interval, and each that has another reason than the line before.
 */
export class LogThrottle {
  private readonly intervalMs: number;
  private last: { readonly reason: string; readonly at: number } | undefined;

  constructor({ intervalMs = DEFAULT_INTERVAL_MS }: LogThrottleOptions = {}) {
    this.intervalMs = intervalMs;
  }

  /** Whether there was a line since the beginning, or the last `reset`. */
  get hasLogged(): boolean {
    return this.last !== undefined;
  }

  /**
   * Whether a line is due now. If so, the line counts as written.
   *
   * @param reason what the line would say; leave it out where all failures count as one
   */
  isDue(reason = ''): boolean {
    const now = performance.now();
    const { last } = this;
    const isRepeated = last?.reason === reason && now - last.at < this.intervalMs;
    if (isRepeated) return false;
    this.last = { reason, at: now };
    return true;
  }

  /** The outage is over: the next failure gets a line at once. */
  reset(): void {
    this.last = undefined;
  }
}
