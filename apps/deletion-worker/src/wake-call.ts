import type { Clock } from './clock.js';

/** A signal that ends the current sleep. If there is no current sleep, it ends the next sleep. */
export class WakeCall {
  private isPending = false;
  private sleeper: AbortController | undefined;

  constructor(private readonly clock: Clock) {}

  call(): void {
    this.isPending = true;
    this.sleeper?.abort();
  }

  /** Returns after this time, or earlier if `call` was called since the last sleep ended. */
  async sleep(ms: number): Promise<void> {
    if (!this.isPending && ms > 0) {
      this.sleeper = new AbortController();
      await this.clock.pause(ms, this.sleeper.signal);
      this.sleeper = undefined;
    }
    this.isPending = false;
  }
}
