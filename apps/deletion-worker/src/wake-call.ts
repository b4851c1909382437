import type { Clock } from './clock.js';

/** A call that is heard by whoever sleeps, or by the next one who wants to. */
export class WakeCall {
  private isPending = false;
  private sleeper: AbortController | undefined;

  constructor(private readonly clock: Clock) {}

  call(): void {
    this.isPending = true;
    this.sleeper?.abort();
  }

  /** Returns after that many milliseconds, or at the first call since the last return. */
  async sleep(ms: number): Promise<void> {
    if (!this.isPending && ms > 0) {
      this.sleeper = new AbortController();
      await this.clock.pause(ms, this.sleeper.signal);
      this.sleeper = undefined;
    }
    this.isPending = false;
  }
}
