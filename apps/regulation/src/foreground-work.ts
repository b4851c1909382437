import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * Maximum milliseconds for which background work waits without a break. Calls that create
 * regulations take less.
 */
const MOST_CREDIT_MS = 200;

/**
 * Work that callers wait for. Background work yields to it, because both share the thread and the
 * processors.
 */
export class ForegroundWork {
  private readonly running = new Set<Promise<unknown>>();

  /**
   * Tracks work until it ends.
   *
   * @returns result of the work, or its failure
   */
  async track<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
    }
  }

  /** Waits for all work, including work that begins during the wait. */
  async drain(signal?: AbortSignal): Promise<void> {
    while (this.running.size > 0 && signal?.aborted !== true) {
      await Promise.allSettled(this.running);
    }
  }

  /**
   * Returns a function that background work awaits between its steps. The function waits for calls
   * in progress until its credit is used up.
   *
   * @param creditMs maximum wait in milliseconds. Waiting uses up credit and working restores it,
   *   so that background work gets at least half of the time
   */
  yieldToCalls(creditMs = MOST_CREDIT_MS): () => Promise<void> {
    let credit = creditMs;
    let workedSince = performance.now();
    return async () => {
      await nextTurn();
      await nextTurn(); // Node.js reads new requests between the two turns
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
    const timeout = sleep(mostMs, undefined, { signal }).catch(() => undefined);
    await Promise.race([this.drain(signal), timeout]);
    isOver.abort();
    await nextTurn(); // lets Node.js send answers
  }
}
