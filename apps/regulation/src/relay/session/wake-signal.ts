/** "Something is there": calls before a wait count as one, however many. */
export class WakeSignal {
  private pending = false;
  private waiter: (() => void) | undefined;

  wake(): void {
    this.pending = true;
    this.waiter?.();
  }

  /**
   * Waits for a wake, or for the time to pass.
   *
   * @param timeoutMs milliseconds
   */
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
