/** A send that took longer says too little of when it was written. */
const MOST_MS = 1_000;
/** How old a look at the broker's clock may be. */
const KEPT_MS = 60_000;
/**
 * Time until a broker that did not say its time is asked again: each time costs a record, and its
 * round trip.
 */
const SILENT_MS = 5_000;
/** Clock and machine may differ by so much in going on; more is a clock that was set, or a machine that slept. */
const STEP_MS = 500;

interface Look {
  /** The broker's clock less ours, in milliseconds. */
  readonly ahead: number;
  readonly tookMs: number;
  readonly at: number;
  readonly step: number;
}

/**
 * What the time is at the broker, as it says in its answers to what is sent to topics with
 * `message.timestamp.type=LogAppendTime`. Against it, the time at which a record was written tells how
 * long it has waited, whatever the clocks of this machine and of the sender say.
 */
export class BrokerClock {
  private best: Look | undefined;
  private asking: Promise<unknown> | undefined;
  private askAgainAt = -Infinity;

  /** @param ask sends a record, whose answer goes to `observe` */
  constructor(private readonly ask: () => Promise<unknown>) {}

  /**
   * @param brokerTime at which the broker wrote a record, milliseconds since the epoch
   * @param tookMs from the request to the answer
   */
  observe(brokerTime: number, tookMs: number): void {
    if (tookMs > MOST_MS) return;
    const now = Date.now();
    const { best } = this;
    const isBetter = best === undefined || !this.isGood(best) || tookMs <= best.tookMs;
    if (!isBetter) return;
    this.best = {
      ahead: brokerTime + tookMs / 2 - now,
      tookMs,
      at: performance.now(),
      step: step(),
    };
  }

  /**
   * Asks the broker unless that was done lately.
   *
   * @returns its time in milliseconds since the epoch; undefined when the broker does not say
   * @throws the error of `ask`
   */
  async now(): Promise<number | undefined> {
    if (!this.isGood(this.best) && performance.now() >= this.askAgainAt) {
      this.asking ??= this.ask().finally(() => (this.asking = undefined));
      await this.asking;
      if (!this.isGood(this.best)) this.askAgainAt = performance.now() + SILENT_MS;
    }
    return this.best && this.isGood(this.best) ? Date.now() + this.best.ahead : undefined;
  }

  private isGood(look: Look | undefined): boolean {
    if (look === undefined) return false;
    const isFresh = performance.now() - look.at < KEPT_MS;
    return isFresh && Math.abs(step() - look.step) < STEP_MS;
  }
}

/** Changes when the clock is set, and when the machine sleeps. */
function step(): number {
  return Date.now() - performance.now();
}
