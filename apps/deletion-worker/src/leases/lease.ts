import { LeaseEndedError } from '@lethe/destinations';
import type { Clock, Moment } from '../clock.js';

/** Made once: every lease ends. */
const ENDED = new LeaseEndedError('The lease has ended.');

/**
 * The time for which what was claimed of a destination is ours. It is counted from before the claim (or
 * the heartbeat) was sent, on both clocks: the one that can be set stands still on no machine, and the
 * other one jumps on none. Whichever is further ahead counts.
 */
export class Lease {
  private readonly ending = new AbortController();
  private end: Moment;

  /** @param since right before the claim was sent */
  constructor(
    private readonly clock: Clock,
    since: Moment,
    private readonly ms: number,
  ) {
    this.end = after(since, ms);
  }

  /** Aborted when the lease has ended for good. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Milliseconds that are left by the clocks; 0 when it is over. */
  leftMs(): number {
    const now = this.clock.now();
    const left = Math.min(this.end.monotonic - now.monotonic, this.end.wall - now.wall);
    return Math.max(0, left);
  }

  /** Ends itself when its time is over, also while nobody looks: what is called then ends with it. */
  async expire(): Promise<void> {
    const { signal } = this;
    while (!signal.aborted) {
      const leftMs = this.leftMs();
      if (leftMs === 0) this.finish();
      else await this.clock.pause(leftMs, signal);
    }
  }

  /** The service has said that all of it is still ours. @param since right before it was asked */
  renew(since: Moment): void {
    const end = after(since, this.ms);
    // Answers may overtake each other. Of the wall clock the newest reading counts: it may have been set back.
    if (end.monotonic >= this.end.monotonic) this.end = end;
  }

  /** Nothing may be called any more, whatever the clocks say. */
  finish(): void {
    this.ending.abort(ENDED);
  }
}

function after(moment: Moment, ms: number): Moment {
  return { monotonic: moment.monotonic + ms, wall: moment.wall + ms };
}
