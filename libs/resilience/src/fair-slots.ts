/** Too many of this owner are waiting already. */
export class SlotsBusyError extends Error {
  override readonly name = 'SlotsBusyError';
}

export interface FairSlotsOptions {
  /** How many are in at once. */
  readonly slots: number;
  /** How many of one owner are in at once. */
  readonly perOwner: number;
  /** How many of one owner wait. */
  readonly maxWaiting: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (reason: Error) => void;
}

interface Line {
  inside: number;
  readonly queue: Set<Waiting>;
}

/**
 * A counted number of slots that owners share: each owner has a bounded queue of its own, and a slot that
 * becomes free goes to the owner with the fewest inside, in turn. However much work one owner has, another
 * one's waits no longer than it takes a slot to become free.
 */
export class FairSlots {
  private free: number;
  /** By owner, of those that have work inside or waiting; the one that left a slot last is the last. */
  private readonly lines = new Map<string, Line>();

  constructor(private readonly options: FairSlotsOptions) {
    this.free = options.slots;
  }

  /** How many wait, of all owners. */
  get waiting(): number {
    let sum = 0;
    for (const { queue } of this.lines.values()) sum += queue.size;
    return sum;
  }

  /** Whether work of this owner would begin at once. */
  isFreeFor(owner: string): boolean {
    return this.free > 0 && (this.lines.get(owner)?.inside ?? 0) < this.options.perOwner;
  }

  /**
   * Does work in a slot.
   *
   * @param signal gives up waiting; the work has to listen itself
   * @returns what the work returns
   * @throws SlotsBusyError when the owner's queue is full; the signal's reason; what the work throws
   */
  async with<T>(
    owner: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    await this.enter(owner, signal);
    try {
      return await work();
    } finally {
      this.leave(owner);
    }
  }

  /** Refuses all that wait. */
  clear(reason: Error): void {
    for (const { queue } of this.lines.values()) {
      for (const waiting of queue) waiting.refuse(reason);
    }
  }

  /**
   * Takes a slot; `leave` gives it back. Where the work is one function, `with` does both.
   *
   * @throws SlotsBusyError when the owner's queue is full; the signal's reason
   */
  async enter(owner: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const line = this.lines.get(owner) ?? { inside: 0, queue: new Set() };
    this.lines.set(owner, line);
    if (this.isFreeFor(owner)) {
      this.take(line);
      return;
    }
    if (line.queue.size >= this.options.maxWaiting) {
      throw new SlotsBusyError('Too many are waiting already');
    }
    try {
      await wait(line.queue, signal);
    } catch (error) {
      if (line.inside === 0 && line.queue.size === 0) this.lines.delete(owner);
      throw error;
    }
  }

  private take(line: Line): void {
    this.free -= 1;
    line.inside += 1;
  }

  /** Gives back a slot that `enter` took. */
  leave(owner: string): void {
    const left = this.lines.get(owner);
    if (left === undefined) return;
    this.free += 1;
    left.inside -= 1;
    this.lines.delete(owner);
    if (left.inside > 0 || left.queue.size > 0) this.lines.set(owner, left); // behind the others
    const next = this.next();
    if (next === undefined) return;
    this.take(next.line);
    next.waiting.enter();
  }

  /** Of the owners that wait, the first in turn of those with the fewest inside. */
  private next(): { readonly line: Line; readonly waiting: Waiting } | undefined {
    let found: { readonly line: Line; readonly waiting: Waiting } | undefined;
    for (const line of this.lines.values()) {
      const [waiting] = line.queue;
      if (waiting === undefined || line.inside >= this.options.perOwner) continue;
      if (found === undefined || line.inside < found.line.inside) found = { line, waiting };
    }
    return found;
  }
}

function wait(queue: Set<Waiting>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leaveQueue = (): void => {
      queue.delete(waiting);
      signal?.removeEventListener('abort', giveUp);
    };
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
    const giveUp = (): void => {
      waiting.refuse(signal?.reason as Error);
    };
    queue.add(waiting);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
