/** A wake-up call for one waiter. Several calls before a wait have the effect of one call. */
export class WakeSignal {
  private pending = false;
  private waiter: (() => void) | undefined;

  wake(): void {
    this.pending = true;
    this.waiter?.();
  }

  async wait(timeoutMs: number): Promise<void> {
    if (!this.pending) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.waiter = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.waiter = undefined;
    this.pending = false;
  }
}
