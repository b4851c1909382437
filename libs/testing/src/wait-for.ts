import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Default 240,000: only for what has to come sooner, give another. */
  readonly timeoutMs?: number;
  /** Between two looks. Default: 20, for a long wait a tenth of it, 200 at most. */
  readonly intervalMs?: number;
  /** What is waited for, as the end of "waited 240000 ms for …"; asked at the end when a function. */
  readonly message?: string | (() => string);
}

/** What takes 20 s on a busy machine may take a minute on a slow one; nobody waits for it when all is well. */
const MOST_MS = 240_000;

/**
 * Waits until a condition holds.
 * @param condition may be asynchronous; what it throws counts as "not yet"
 * @returns the first truthy value of the condition
 * @throws Error with the message and, as cause, what the condition threw last
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = MOST_MS, intervalMs, message = 'a condition' }: WaitOptions = {},
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
