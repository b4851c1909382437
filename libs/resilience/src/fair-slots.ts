/** The queue of the owner is full. */
export class SlotsBusyError extends Error {
  override readonly name = 'SlotsBusyError';
}

export interface FairSlotsOptions {
  /** Maximum number of tasks in progress of all owners. */
  readonly slots: number;
  /** Maximum number of tasks in progress of one owner. */
  readonly perOwner: number;
  /** Maximum number of waiting calls of one owner. */
  readonly maxWaiting: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (reason: Error) => void;
}

interface OwnerState {
  inside: number;
  readonly queue: Set<Waiting>;
}

/**
 * A fixed number of slots that owners share. Each owner has a separate queue, whose length is
 * limited. A free slot goes to the owner with the fewest tasks in progress; owners with the same
 * number take turns. So another owner waits at most until one slot becomes free, even if one owner
 * has many tasks.
 */
export class FairSlots {
  private free: number;
  /**
   * State by owner, while the owner has tasks in progress or waiting calls. An owner moves to the
   * end when it frees a slot.
   */
  private readonly owners = new Map<string, OwnerState>();

  constructor(private readonly options: FairSlotsOptions) {
    this.free = options.slots;
  }

  /** Number of waiting calls of all owners. */
  get waiting(): number {
    let sum = 0;
    for (const { queue } of this.owners.values()) sum += queue.size;
    return sum;
  }

  /** Returns whether a task of this owner would begin at once. */
  isFreeFor(owner: string): boolean {
    return this.free > 0 && (this.owners.get(owner)?.inside ?? 0) < this.options.perOwner;
  }

  /**
   * Runs work in a slot.
   *
   * @param signal ends the wait for a slot, but not the work
   * @returns result of the work
   * @throws SlotsBusyError if the queue of the owner is full; the reason of the signal; any error
   *   of the work
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

  /** Rejects all waiting calls with this reason. */
  clear(reason: Error): void {
    for (const { queue } of this.owners.values()) {
      for (const waiting of queue) waiting.refuse(reason);
    }
  }

  /**
   * Takes a slot, which `leave` gives back. `with` does both for a single function.
   *
   * @throws SlotsBusyError if the queue of the owner is full; the reason of the signal
   */
  async enter(owner: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const state = this.owners.get(owner) ?? { inside: 0, queue: new Set() };
    this.owners.set(owner, state);
    if (this.isFreeFor(owner)) {
      this.take(state);
      return;
    }
    if (state.queue.size >= this.options.maxWaiting) {
      throw new SlotsBusyError('Too many callers are waiting already');
    }
    try {
      await wait(state.queue, signal);
    } catch (error) {
      if (state.inside === 0 && state.queue.size === 0) this.owners.delete(owner);
      throw error;
    }
  }

  private take(state: OwnerState): void {
    this.free -= 1;
    state.inside += 1;
  }

  /** Gives back a slot that `enter` took. */
  leave(owner: string): void {
    const left = this.owners.get(owner);
    if (left === undefined) return;
    this.free += 1;
    left.inside -= 1;
    this.owners.delete(owner);
    if (left.inside > 0 || left.queue.size > 0) this.owners.set(owner, left); // as the last entry
    const next = this.next();
    if (next === undefined) return;
    this.take(next.state);
    next.waiting.enter();
  }

  /**
   * Returns the next waiting call. It belongs to the owner with the fewest tasks in progress. If
   * several owners have the same number, it belongs to the first of them in the map.
   */
  private next(): { readonly state: OwnerState; readonly waiting: Waiting } | undefined {
    let found: { readonly state: OwnerState; readonly waiting: Waiting } | undefined;
    for (const state of this.owners.values()) {
      const [waiting] = state.queue;
      if (waiting === undefined || state.inside >= this.options.perOwner) continue;
      if (found === undefined || state.inside < found.state.inside) found = { state, waiting };
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
