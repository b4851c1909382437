import { LetheError } from '@lethe/contracts';
import { FairSlots } from '@lethe/resilience';

export interface SharedPoolOptions {
  readonly size: number;
  /** Maximum connections of one owner. */
  readonly perOwner: number;
  /** Milliseconds to wait for a connection. */
  readonly waitMs: number;
}

/**
 * Divides the connections of a pool among owners. A free connection goes to the waiting owner that
 * uses the fewest connections. Owners with the same number take turns.
 */
export class SharedPool {
  private readonly slots: FairSlots;

  constructor(private readonly options: SharedPoolOptions) {
    const { size: slots, perOwner } = options;
    // `maxWaiting` is unlimited, because `waitMs` limits the wait.
    this.slots = new FairSlots({ slots, perOwner, maxWaiting: Infinity });
  }

  /** Calls that wait for a free connection, or for other calls of their owner. */
  get waiting(): number {
    return this.slots.waiting;
  }

  /**
   * Runs work that uses one connection.
   *
   * @returns result of the work
   * @throws LetheError `unavailable` if no connection becomes free in time; any error of the work
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await this.enter(owner);
    try {
      return await work();
    } finally {
      this.slots.leave(owner);
    }
  }

  private async enter(owner: string): Promise<void> {
    const wait = new AbortController();
    const timer = setTimeout(() => {
      const cause = new Error('No connection of the pool became free for this owner in time.');
      wait.abort(new LetheError('unavailable', { cause }));
    }, this.options.waitMs);
    try {
      await this.slots.enter(owner, wait.signal);
    } finally {
      clearTimeout(timer);
    }
  }
}
