const DEFAULT_INTERVAL_MS = 10_000;

export interface LogThrottleOptions {
  /**
   * Milliseconds between two lines with the same reason. Default: 10,000. With `Infinity`, a
   * repeated reason gets one line until `reset`.
   */
  readonly intervalMs?: number;
}

/**
 * Decides which of many equal failures get a line in the log. The first failure and one failure in
 * each interval get a line. A failure also gets a line if its reason differs from the reason of the
 * previous line.
 */
export class LogThrottle {
  private readonly intervalMs: number;
  private last: { readonly reason: string; readonly at: number } | undefined;

  constructor({ intervalMs = DEFAULT_INTERVAL_MS }: LogThrottleOptions = {}) {
    this.intervalMs = intervalMs;
  }

  /** Returns whether a line was due since the start or the last `reset`. */
  get hasLogged(): boolean {
    return this.last !== undefined;
  }

  /**
   * Returns whether a line is due now. If so, the caller must write the line.
   *
   * @param reason text of the line; leave it out if all failures have the same reason
   */
  isDue(reason = ''): boolean {
    const now = performance.now();
    const { last } = this;
    const isRepeated = last?.reason === reason && now - last.at < this.intervalMs;
    if (isRepeated) return false;
    this.last = { reason, at: now };
    return true;
  }

  /** Makes a line due for the next failure. Call this when the outage is over. */
  reset(): void {
    this.last = undefined;
  }
}
