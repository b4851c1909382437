import type { Clock } from '../clock.js';

/** Longest time from one call (or note of progress) of a provider to the next; a large object takes minutes. */
const LONGEST_CALL_MS = 3_600_000;
/** What a provider has to return in once its signal was aborted. Its calls end with the signal. */
const GRACE_MS = 15_000;

/** Made once: one for each call would cost more than all else here. */
const ENDED = new Error('The call has ended.');

/** Watches over one call of a provider: ends it with the lease, and keeps it from holding its place for ever. */
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

  /** Ends with the lease, and when nothing has been heard for an hour. */
  get signal(): AbortSignal {
    return this.aborting.signal;
  }

  /** Whether it was the hour. */
  get isOver(): boolean {
    return this.hasGivenUp;
  }

  /** The work goes on. */
  note(): void {
    this.notedAt = this.clock.now().monotonic;
  }

  /** @returns what the work returned; undefined when it did not return in time after the signal */
  async over<T>(work: Promise<T>): Promise<T | undefined> {
    work.catch(() => undefined); // nobody listens any more once it is too late
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

  /** The call has ended. */
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
