import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** What work by the side may wait for callers at once; a create beside it is answered within that. */
const MOST_CREDIT_MS = 200;

/** Work that callers wait for. What is done by the side lets it go first, as they share the thread and the processors. */
export class ForegroundWork {
  private readonly running = new Set<Promise<unknown>>();

  /** Counts work until it ends. @returns what it gives; fails as it does */
  async track<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
    }
  }

  /** Waits for all that is under way, and for what begins meanwhile. */
  async drain(signal?: AbortSignal): Promise<void> {
    while (this.running.size > 0 && signal?.aborted !== true) {
      await Promise.allSettled(this.running);
    }
  }

  /**
   * @param creditMs most milliseconds that are waited at once. They are used up by waiting and come back by working, so that callers who never
   * end leave half of its pace to the work by the side
   * @returns to be awaited between the steps of one work: waits while callers do, as long as there is credit
   */
  giveWay(creditMs = MOST_CREDIT_MS): () => Promise<void> {
    let credit = creditMs;
    let workedSince = performance.now();
    return async () => {
      await nextTurn();
      await nextTurn(); // what has come meanwhile is read between the two
      const startedAt = performance.now();
      credit = Math.min(creditMs, credit + startedAt - workedSince);
      if (this.running.size > 0 && credit > 0) await this.pause(credit);
      workedSince = performance.now();
      credit -= workedSince - startedAt;
    };
  }

  private async pause(mostMs: number): Promise<void> {
    const isOver = new AbortController();
    const { signal } = isOver;
    const patience = sleep(mostMs, undefined, { signal }).catch(() => undefined);
    await Promise.race([this.drain(signal), patience]);
    isOver.abort();
    await nextTurn(); // so that answers are sent
  }
}
