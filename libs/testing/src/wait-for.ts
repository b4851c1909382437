import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Default 30,000. */
  readonly timeoutMs?: number;
  /** Default 20. */
  readonly intervalMs?: number;
  /** What is waited for, as the end of "waited 30000 ms for …"; asked at the end when a function. */
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
  { timeoutMs = 30_000, intervalMs = 20, message = 'a condition' }: WaitOptions = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const value = await condition();
      if (value) return value as NonNullable<Exclude<T, false>>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await delay(intervalMs);
  } while (Date.now() < deadline);
  const what = typeof message === 'string' ? message : message();
  throw new Error(`waited ${String(timeoutMs)} ms for ${what}`, { cause });
}
