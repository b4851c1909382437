export interface FairBatchesOptions {
  /** Maximum batches that run at the same time. */
  readonly atOnce: number;
  /** Maximum queries in a batch. */
  readonly size: number;
}

interface Waiting {
  readonly begin: () => Promise<unknown>;
}

/**
 * Runs queries of many senders in batches, because a batch costs little more than one query. A
 * batch takes the first query of each sender, then the second query of each sender, and so on. If a
 * sender has many queries, the other senders wait only for the batches that are running.
 */
export class FairBatches {
  private running = 0;
  /**
   * Waiting queries by sender. A sender moves to the end when a batch takes one of its queries.
   */
  private readonly queues = new Map<string, Set<Waiting>>();

  constructor(private readonly options: FairBatchesOptions) {}

  /**
   * Runs a query in the next batch.
   *
   * @param signal ends the wait, but does not end a query that has begun
   * @param ask must send the query immediately, so that a batch sends its queries together
   * @returns the answer
   * @throws the signal's reason; errors of `ask`
   */
  with<T>(sender: string, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const queue = this.queues.get(sender) ?? new Set();
      this.queues.set(sender, queue);
      const giveUp = (): void => {
        this.leave(sender, waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        begin: () => {
          signal.removeEventListener('abort', giveUp);
          const asked = ask();
          asked.then(resolve, reject);
          return asked;
        },
      };
      queue.add(waiting);
      signal.addEventListener('abort', giveUp, { once: true });
      this.run();
    });
  }

  private run(): void {
    while (this.running < this.options.atOnce) {
      const batch = this.take();
      if (batch.length === 0) return;
      this.running += 1;
      void Promise.allSettled(batch.map(({ begin }) => begin())).then(() => {
        this.running -= 1;
        this.run();
      });
    }
  }

  private take(): Waiting[] {
    const batch: Waiting[] = [];
    while (batch.length < this.options.size && this.queues.size > 0) {
      for (const [sender, queue] of [...this.queues].slice(0, this.options.size - batch.length)) {
        const [first] = queue;
        if (first === undefined) continue;
        batch.push(first);
        this.leave(sender, first);
        if (!this.queues.delete(sender)) continue;
        this.queues.set(sender, queue); // moves the sender to the end
      }
    }
    return batch;
  }

  private leave(sender: string, waiting: Waiting): void {
    const queue = this.queues.get(sender);
    queue?.delete(waiting);
    if (queue?.size === 0) this.queues.delete(sender);
  }
}
