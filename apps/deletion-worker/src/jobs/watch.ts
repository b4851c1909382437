import type { Clock } from '../clock.js';

/**
 * Maximum time without a call or saved progress of a provider. It is long, because the deletion in
 * a large object takes minutes.
 */
const LONGEST_CALL_MS = 3_600_000;
/**
 * Time that a provider has to return after its signal was aborted. The signal also ends the
 * provider's calls.
 */
const GRACE_MS = 15_000;

/** One shared error, because creating an error for each call is expensive. */
const ENDED = new Error('The call has ended.');

/**
 * Watches one `delete` of a provider. Ends it when the lease ends, so that the worker can take
 * another destination.
 */
export class Watch {
  private readonly aborting = new AbortController();
  private readonly ending = new AbortController();
  private notedAt: number;
  private hasGivenUp = false;
  private readonly abort = () => {
    this.aborting.abort();
  };

  /** @param lease aborted when the lease ends */
  constructor(
    private readonly clock: Clock,
    private readonly lease: AbortSignal,
  ) {
    this.notedAt = clock.now().monotonic;
    lease.addEventListener('abort', this.abort, { once: true });
    if (lease.aborted) this.abort();
    void this.run();
  }

  /** Aborted when the lease ends, or after an hour without a call or progress. */
  get signal(): AbortSignal {
    return this.aborting.signal;
  }

  /** True after an hour without a call or progress. */
  get isOver(): boolean {
    return this.hasGivenUp;
  }

  /** Records that the work continues. */
  note(): void {
    this.notedAt = this.clock.now().monotonic;
  }

  /** @returns the result of the work; undefined if it did not return in time after the signal */
  async over<T>(work: Promise<T>): Promise<T | undefined> {
    work.catch(() => undefined); // a rejection after the timeout has no other handler
    const late = new Promise<undefined>((resolve) => {
      const wait = () => {
        void this.clock.pause(GRACE_MS, this.ending.signal).then(() => {
          resolve(undefined);
        });
      };
      if (this.signal.aborted) wait();
      else this.signal.addEventListener('abort', wait, { once: true });
    });
    return Promise.race([work, late]);
  }

  end(): void {
    this.lease.removeEventListener('abort', this.abort);
    this.ending.abort(ENDED);
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const leftMs = this.notedAt + LONGEST_CALL_MS - this.clock.now().monotonic;
      if (leftMs <= 0) {
        this.hasGivenUp = true;
        this.abort();
        return;
      }
      await this.clock.pause(leftMs, signal);
    }
  }
}
