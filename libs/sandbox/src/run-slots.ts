/** Too many runs are waiting already. */
export class SandboxBusyError extends Error {
  override readonly name = 'SandboxBusyError';
}

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (reason: Error) => void;
}

/** A counted number of slots, and a bounded queue in front of them: first come, first served. */
export class RunSlots {
  private free: number;
  private readonly queue = new Set<Waiting>();

  constructor(
    slots: number,
    private readonly maxQueue: number,
  ) {
    this.free = slots;
  }

  /**
   * @param signal gives up waiting
   * @throws SandboxBusyError when the queue is full; the signal's reason
   */
  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    if (this.queue.size >= this.maxQueue) {
      throw new SandboxBusyError('Too many transformations are waiting to run; try again later');
    }
    await this.wait(signal);
  }

  leave(): void {
    const [next] = this.queue;
    if (next === undefined) this.free += 1;
    else next.enter();
  }

  /** Refuses all that wait. */
  clear(reason: Error): void {
    for (const waiting of this.queue) waiting.refuse(reason);
  }

  private wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        enter: () => {
          leaveQueue();
          resolve();
        },
        refuse: (reason) => {
          leaveQueue();
          reject(reason);
        },
      };
      const giveUp = () => {
        waiting.refuse(signal?.reason as Error);
      };
      const leaveQueue = () => {
        this.queue.delete(waiting);
        signal?.removeEventListener('abort', giveUp);
      };
      this.queue.add(waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}
