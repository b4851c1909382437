/** A gate that opens once; callers of `wait` wait until then. */
export class Readiness {
  private waiting = new Set<(error?: Error) => void>();
  private opened = false;
  private closedBy: Error | undefined;

  get isReady(): boolean {
    return this.opened;
  }

  get isClosed(): boolean {
    return this.closedBy !== undefined;
  }

  open(): void {
    this.opened = true;
    this.letGo();
  }

  /**
   * Ends the waiting for good.
   * @param error thrown to everybody who waits, now or later
   */
  close(error: Error): void {
    this.closedBy = error;
    this.letGo(error);
  }

  /**
   * @param signal ends the waiting
   * @throws the signal's reason; the error of `close`
   */
  async wait(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.closedBy !== undefined) throw this.closedBy;
    if (this.opened) return;
    let settle: (error?: Error) => void = () => undefined;
    const turn = new Promise<void>((resolve, reject) => {
      settle = (error) => {
        if (error === undefined) resolve();
        else reject(error);
      };
    });
    const leave = (): void => {
      settle(signal?.reason as Error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.waiting.add(settle);
    try {
      await turn;
    } finally {
      this.waiting.delete(settle);
      signal?.removeEventListener('abort', leave);
    }
  }

  private letGo(error?: Error): void {
    for (const settle of [...this.waiting]) settle(error);
  }
}
