export interface FairBatchesOptions {
  /** Batches at once. */
  readonly atOnce: number;
  /** Questions of one batch. */
  readonly size: number;
}

interface Waiting {
  readonly begin: () => Promise<unknown>;
}

/**
 * Questions of many senders that are asked together, as one costs as much as many. A batch takes the first of each sender in turn,
 * then the second of each, and so on; so however many one sends, another one's waits for the batches under way only.
 */
export class FairBatches {
  private running = 0;
  /** By sender, of those that wait; who had one in the last batch is behind those who had none. */
  private readonly lines = new Map<string, Set<Waiting>>();

  constructor(private readonly options: FairBatchesOptions) {}

  /**
   * Asks with the next batch.
   *
   * @param signal gives up waiting; once asked, the question has to end by itself
   * @param ask begins at once when it is called, so that all of a batch are asked together
   * @returns the answer
   * @throws the signal's reason; what `ask` throws
   */
  with<T>(sender: string, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const line = this.lines.get(sender) ?? new Set();
      this.lines.set(sender, line);
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
      line.add(waiting);
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
    while (batch.length < this.options.size && this.lines.size > 0) {
      for (const [sender, line] of [...this.lines].slice(0, this.options.size - batch.length)) {
        const [first] = line;
        if (first === undefined) continue;
        batch.push(first);
        this.leave(sender, first);
        if (!this.lines.delete(sender)) continue;
        this.lines.set(sender, line); // behind the others
      }
    }
    return batch;
  }

  private leave(sender: string, waiting: Waiting): void {
    const line = this.lines.get(sender);
    line?.delete(waiting);
    if (line?.size === 0) this.lines.delete(sender);
  }
}
