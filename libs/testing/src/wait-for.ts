import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Default 60,000. */
  readonly timeoutMs?: number;
  /** Between two looks. Default: 20, for a long wait a tenth of it, 200 at most. */
  readonly intervalMs?: number;
  /** What is waited for, as the end of "waited 60000 ms for …"; asked at the end when a function. */
  readonly message?: string | (() => string);
}

/**
 * Waits until a condition holds.
 * @param condition may be asynchronous; what it throws counts as "not yet"
 * @returns the first truthy value of the condition
 * @throws Error with the message and, as cause, what the condition threw last
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 60_000, intervalMs, message = 'a condition' }: WaitOptions = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const startedAt = Date.now();
  const deadline = startedAt + timeoutMs;
  let cause: unknown;
  for (;;) {
    const isLast = Date.now() >= deadline; // this process may have stood still: look once more
    try {
      const value = await condition();
      if (value) return value as NonNullable<Exclude<T, false>>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (isLast) break;
    // Looking takes CPU from what is waited for.
    await delay(intervalMs ?? Math.min(Math.max(20, (Date.now() - startedAt) / 10), 200));
  }
  const what = typeof message === 'string' ? message : message();
  throw new Error(`waited ${String(timeoutMs)} ms for ${what}`, { cause });
}
