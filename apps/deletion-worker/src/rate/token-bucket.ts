import type { Clock } from '../clock.js';

/** Lowest share of the full rate, even after many reported limits. */
const SLOWEST = 1 / 64;
/**
 * After a reported limit, the rate grows by a tenth of the full rate in each of these periods, up
 * to the full rate.
 */
const RECOVERY_MS = 10_000;
const RECOVERY_SHARE = 0.1;
/** A burst can have as many calls as the rate allows in this time. */
const BURST_SECONDS = 0.1;

/** Rate limit of the calls to one destination. */
export class TokenBucket {
  private share = 1;
  private changedAt: number;
  /** Time of the next call if calls begin at equal intervals. In a burst, calls begin earlier. */
  private next = -Infinity;

  /** @param callsPerSecond from the destination's definition; more than 0 */
  constructor(
    private readonly clock: Clock,
    readonly callsPerSecond: number,
  ) {
    this.changedAt = clock.now().monotonic;
  }

  /** Waits until the rate allows one call. Returns early if the signal is aborted. */
  async take(signal: AbortSignal): Promise<void> {
    const now = this.clock.now().monotonic;
    const intervalMs = 1_000 / this.rate(now);
    const burst = Math.max(1, Math.floor(this.callsPerSecond * BURST_SECONDS));
    const startsAt = Math.max(this.next, now - (burst - 1) * intervalMs);
    this.next = startsAt + intervalMs;
    while (!signal.aborted) {
      const waitMs = startsAt - this.clock.now().monotonic;
      if (waitMs <= 0) return;
      await this.clock.pause(Math.ceil(waitMs), signal);
    }
  }

  /** Halves the rate, after the destination reported a limit. */
  slowDown(): void {
    const now = this.clock.now().monotonic;
    this.share = Math.max(SLOWEST, this.recovered(now) / 2);
    this.changedAt = now;
    this.next = Math.max(this.next, now + 1_000 / (this.callsPerSecond * this.share));
  }

  /** Returns the current calls per second. */
  private rate(now: number): number {
    return this.callsPerSecond * this.recovered(now);
  }

  private recovered(now: number): number {
    const steps = Math.floor((now - this.changedAt) / RECOVERY_MS);
    return Math.min(1, this.share + steps * RECOVERY_SHARE);
  }
}
