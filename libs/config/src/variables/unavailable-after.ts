import { z } from 'zod';
import { integer } from './kinds.js';

/** How long requests wait for what does not answer; for every app that serves requests. */
export const unavailableVariables = {
  LETHE_UNAVAILABLE_AFTER: integer({ min: 1, max: 20 }, 2).describe(
    'Seconds that a request waits for a connection, or for a lookup in the database, before it is refused as unavailable. For machines that stand still for longer.',
  ),
};

export type UnavailableVariables = Readonly<z.infer<z.ZodObject<typeof unavailableVariables>>>;

/**
 * Milliseconds that parts of a request may wait. Each is shorter than `LETHE_UNAVAILABLE_AFTER`, so that
 * the refusal is sent within it.
 */
export interface UnavailableTimes {
  /** For a connection, to the database or to a service. */
  readonly connectTimeoutMs: number;
  /** For the answer to a lookup, its connection included. */
  readonly lookupMs: number;
}

/** @returns with the default of 2 s: 1.5 s for a connection, 1.8 s for a lookup */
export function unavailableTimes(config: UnavailableVariables): UnavailableTimes {
  const wholeMs = config.LETHE_UNAVAILABLE_AFTER * 1_000;
  return { connectTimeoutMs: wholeMs - 500, lookupMs: wholeMs - 200 };
}
