import { EventEmitter, once } from 'node:events';

/** A gate that opens once; callers of `wait` wait until then. */
export class OneWayGate {
  private readonly changes = new EventEmitter().setMaxListeners(0);
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
    this.changes.emit('change');
  }

  /**
   * Ends the waiting for good.
   * @param error thrown to everybody who waits, now or later
   */
  close(error: Error): void {
    this.closedBy = error;
    this.changes.emit('change');
  }

  /**
   * @param signal ends the waiting
   * @throws the signal's reason; the error of `close`
   */
  async wait(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!this.opened && !this.isClosed) {
      await once(this.changes, 'change', { signal }).catch(() => {
        signal?.throwIfAborted(); // nothing else rejects it
      });
    }
    if (this.closedBy !== undefined) throw this.closedBy;
  }
}
