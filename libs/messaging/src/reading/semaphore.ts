/** A semaphore with a fixed number of permits. */
export class Semaphore {
  private waiting: (() => void)[] = [];

  /** @param free number of permits */
  constructor(private free: number) {}

  /** Takes up to the wanted number of free permits and returns how many it took. */
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

  /** Resolves at the next release. The caller must then call `take` again. */
  whenFree(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
