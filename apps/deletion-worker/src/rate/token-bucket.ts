import type { Clock } from '../clock.js';

/** Lowest part of its rate to which a destination's limits slow it down. */
const SLOWEST = 1 / 64;
/** After a limit, each such time gives back a tenth of the rate. */
const RECOVERY_MS = 10_000;
const RECOVERY_SHARE = 0.1;
/** Calls that may come at once: what a tenth of a second allows. */
const BURST_SECONDS = 0.1;

/** The pace of calls to one destination. */
export class TokenBucket {
  private share = 1;
  private changedAt: number;
  /** When the next call may begin, had all before it come at an even pace. */
  private next = -Infinity;

  /** @param callsPerSecond as the destination's definition states it; more than 0 */
  constructor(
    private readonly clock: Clock,
    readonly callsPerSecond: number,
  ) {
    this.changedAt = clock.now().monotonic;
  }

  /** Waits for the turn of one call. Returns early when the signal is aborted: then it was no turn. */
  async take(signal: AbortSignal): Promise<void> {
    const now = this.clock.now().monotonic;
    const intervalMs = 1_000 / this.rate(now);
    const burst = Math.max(1, Math.floor(this.callsPerSecond * BURST_SECONDS));
    const turn = Math.max(this.next, now - (burst - 1) * intervalMs);
    this.next = turn + intervalMs;
    while (!signal.aborted) {
      const waitMs = turn - this.clock.now().monotonic;
      if (waitMs <= 0) return;
      await this.clock.pause(Math.ceil(waitMs), signal);
    }
  }

  /** The destination has said that it is too much: half of the present rate from now on. */
  slowDown(): void {
    const now = this.clock.now().monotonic;
    this.share = Math.max(SLOWEST, this.recovered(now) / 2);
    this.changedAt = now;
    this.next = Math.max(this.next, now + 1_000 / (this.callsPerSecond * this.share));
  }

  /** Calls per second right now. */
  private rate(now: number): number {
    return this.callsPerSecond * this.recovered(now);
  }

  private recovered(now: number): number {
    const steps = Math.floor((now - this.changedAt) / RECOVERY_MS);
    return Math.min(1, this.share + steps * RECOVERY_SHARE);
  }
}
