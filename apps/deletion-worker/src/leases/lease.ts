import { LeaseEndedError } from '@lethe/destinations';
import type { Clock, Moment } from '../clock.js';

/** One shared error, because creating an error for each lease is expensive. */
const ENDED = new LeaseEndedError('The lease has ended.');

/**
 * The lease of a destination. It begins just before the claim or the heartbeat is sent. Two clocks
 * measure it: the wall clock continues while the machine sleeps, and the monotonic clock cannot be
 * set. The lease ends as soon as it is over on one of the clocks.
 */
export class Lease {
  private readonly ending = new AbortController();
  private end: Moment;

  /** @param since time just before the claim was sent */
  constructor(
    private readonly clock: Clock,
    since: Moment,
    private readonly ms: number,
  ) {
    this.end = after(since, ms);
  }

  /** Aborted when the lease has ended. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /**
   * Returns the remaining milliseconds, by the clock with less time left; 0 when the lease is over.
   */
  leftMs(): number {
    const now = this.clock.now();
    const left = Math.min(this.end.monotonic - now.monotonic, this.end.wall - now.wall);
    return Math.max(0, left);
  }

  /** Waits for the end of the lease, and then aborts the calls in progress. */
  async expire(): Promise<void> {
    const { signal } = this;
    while (!signal.aborted) {
      const leftMs = this.leftMs();
      if (leftMs === 0) this.finish();
      else await this.clock.pause(leftMs, signal);
    }
  }

  /** Renews the lease after a heartbeat. @param since time just before the heartbeat was sent */
  renew(since: Moment): void {
    const end = after(since, this.ms);
    // Answers can arrive in another order than the heartbeats were sent. Only the monotonic clock
    // is compared, because the wall clock can have been set back.
    if (end.monotonic >= this.end.monotonic) this.end = end;
  }

  /** Ends the lease now, so that no further call begins. */
  finish(): void {
    this.ending.abort(ENDED);
  }
}

function after(moment: Moment, ms: number): Moment {
  return { monotonic: moment.monotonic + ms, wall: moment.wall + ms };
}
