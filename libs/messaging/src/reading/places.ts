/** A semaphore: a fixed number of places, and the callers that wait for one. */
export class Places {
  private waiting: (() => void)[] = [];

  /** @param free how many there are */
  constructor(private free: number) {}

  /** @returns how many it took: as many as are free, and no more than wanted */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.free);
    this.free -= taken;
    return taken;
  }

  release(): void {
    this.free += 1;
    const waiting = this.waiting;
    this.waiting = [];
    for (const wake of waiting) wake();
  }

  /**
   * Resolves at the next release. A caller that wakes up must check again whether there is a place.
   */
  whenFree(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
