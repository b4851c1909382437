import { LetheError } from '@lethe/contracts';
import { FairSlots } from '@lethe/resilience';

export interface SharedPoolOptions {
  /** Connections of the pool. */
  readonly size: number;
  /** How many of them one owner has at once. */
  readonly perOwner: number;
  /** Milliseconds to wait for one. */
  readonly waitMs: number;
}

/** Divides the connections of a pool among owners: one that becomes free goes to the owner with the fewest, in turn. */
export class SharedPool {
  private readonly slots: FairSlots;

  constructor(private readonly options: SharedPoolOptions) {
    const { size: slots, perOwner } = options;
    this.slots = new FairSlots({ slots, perOwner, maxWaiting: Infinity }); // who waits does so for `waitMs` only
  }

  /** Statements that wait, for a free connection or for their owner's others. */
  get waiting(): number {
    return this.slots.waiting;
  }

  /**
   * @param work uses one connection
   * @returns what the work returns
   * @throws LetheError `unavailable` when there is no connection in time; what the work throws
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
      const cause = new Error('No connection of the pool became free for this owner.');
      wait.abort(new LetheError('unavailable', { cause }));
    }, this.options.waitMs);
    try {
      await this.slots.enter(owner, wait.signal);
    } finally {
      clearTimeout(timer);
    }
  }
}
