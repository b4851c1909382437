import { EventEmitter, once } from 'node:events';

/** A gate that opens once. The callers of `wait` then continue. */
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
   * Closes the gate permanently.
   * @param error thrown to current and later callers of `wait`
   */
  close(error: Error): void {
    this.closedBy = error;
    this.changes.emit('change');
  }

  /**
   * @param signal aborts the wait
   * @throws the reason of the signal; the error of `close`
   */
  async wait(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!this.opened && !this.isClosed) {
      await once(this.changes, 'change', { signal }).catch(() => {
        signal?.throwIfAborted(); // only the signal causes a rejection
      });
    }
    if (this.closedBy !== undefined) throw this.closedBy;
  }
}
