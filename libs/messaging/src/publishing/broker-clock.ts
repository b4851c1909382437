/** A slower send is ignored, because the time of the write is then too uncertain. */
const MAX_ROUND_TRIP_MS = 1_000;
const MAX_AGE_MS = 60_000;
/**
 * Interval between requests to a broker that does not report its time. Each request costs a record
 * and a round trip.
 */
const RETRY_MS = 5_000;
/**
 * Maximum step of the wall clock against the monotonic clock. A larger step means that the clock
 * was set or the machine slept.
 */
const STEP_MS = 500;

interface Sample {
  /** Broker clock minus local clock, in milliseconds. */
  readonly ahead: number;
  readonly tookMs: number;
  readonly at: number;
  readonly clockOffset: number;
}

/**
 * The time of a broker. It is computed from the broker's answers to sends, for topics with
 * `message.timestamp.type=LogAppendTime`. The age of a record is the difference between this time
 * and the write time of the record. So the age does not depend on the clocks of this machine and of
 * the sender.
 */
export class BrokerClock {
  private best: Sample | undefined;
  private pending: Promise<unknown> | undefined;
  private nextRequestAt = -Infinity;

  /** @param sendRecord sends a record and calls `observe` with the time in the answer */
  constructor(private readonly sendRecord: () => Promise<unknown>) {}

  /**
   * @param brokerTime time at which the broker wrote a record, in milliseconds since the epoch
   * @param tookMs time from the request to the answer
   */
  observe(brokerTime: number, tookMs: number): void {
    if (tookMs > MAX_ROUND_TRIP_MS) return;
    const now = Date.now();
    const { best } = this;
    const isBetter = best === undefined || !this.isValid(best) || tookMs <= best.tookMs;
    if (!isBetter) return;
    this.best = {
      ahead: brokerTime + tookMs / 2 - now,
      tookMs,
      at: performance.now(),
      clockOffset: clockOffset(),
    };
  }

  /**
   * Returns the time of the broker in milliseconds since the epoch, or undefined if the broker does
   * not report its time. Sends a record if no recent sample exists.
   *
   * @throws the error of `sendRecord`
   */
  async now(): Promise<number | undefined> {
    if (!this.isValid(this.best) && performance.now() >= this.nextRequestAt) {
      this.pending ??= this.sendRecord().finally(() => (this.pending = undefined));
      await this.pending;
      if (!this.isValid(this.best)) this.nextRequestAt = performance.now() + RETRY_MS;
    }
    return this.best && this.isValid(this.best) ? Date.now() + this.best.ahead : undefined;
  }

  private isValid(sample: Sample | undefined): boolean {
    if (sample === undefined) return false;
    const isFresh = performance.now() - sample.at < MAX_AGE_MS;
    return isFresh && Math.abs(clockOffset() - sample.clockOffset) < STEP_MS;
  }
}

/** Changes when the clock is set or the machine sleeps. */
function clockOffset(): number {
  return Date.now() - performance.now();
}
