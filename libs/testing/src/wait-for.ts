import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /**
   * Maximum milliseconds to wait. Default 240,000. Set it only if the condition must hold earlier.
   */
  readonly timeoutMs?: number;
  /**
   * Milliseconds between two polls. Default: a tenth of the time since the start, but at least 20
   * and at most 200.
   */
  readonly intervalMs?: number;
  /** End of the sentence "waited 240000 ms for …". A function is called when the wait fails. */
  readonly message?: string | (() => string);
}

/**
 * Default timeout. It is long, because on a slow computer a wait can take several times as long. A
 * wait ends when the condition holds, so the timeout costs no time.
 */
const DEFAULT_TIMEOUT_MS = 240_000;

/**
 * Waits until a condition holds.
 *
 * @param condition synchronous or asynchronous; if it throws an error, it is called again later
 * @returns the first truthy value of the condition
 * @throws Error with the message and, as cause, the last error of the condition
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, intervalMs, message = 'a condition' }: WaitOptions = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const startedAt = Date.now();
  const deadline = startedAt + timeoutMs;
  let cause: unknown;
  for (;;) {
    const isLast = Date.now() >= deadline; // polls once after the deadline, even after a suspension
    try {
      const value = await condition();
      if (value) return value as NonNullable<Exclude<T, false>>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (isLast) break;
    // The pause grows, because polls take CPU time from the work for which the caller waits.
    await delay(intervalMs ?? Math.min(Math.max(20, (Date.now() - startedAt) / 10), 200));
  }
  const what = typeof message === 'string' ? message : message();
  throw new Error(`waited ${String(timeoutMs)} ms for ${what}`, { cause });
}
