import { z } from 'zod';
import { integer } from './kinds.js';

/** Variables of every app that serves requests. They limit the wait for an unavailable system. */
export const unavailableVariables = {
  LETHE_UNAVAILABLE_AFTER: integer({ min: 1, max: 20 }, 2).describe(
    'Seconds that a request waits for a connection or for a database lookup. After that, it is refused as unavailable. Increase the value on machines that pause for longer.',
  ),
};

export type UnavailableVariables = Readonly<z.infer<z.ZodObject<typeof unavailableVariables>>>;

/**
 * Timeouts for the steps of a request, in milliseconds. Each is shorter than
 * `LETHE_UNAVAILABLE_AFTER`, so that there is time to send the refusal.
 */
export interface UnavailableTimes {
  /** Timeout of a connection to the database or to a service. */
  readonly connectTimeoutMs: number;
  /** Timeout of a database lookup, including its connection. */
  readonly lookupMs: number;
}

/** Returns the timeouts. For the default of 2 s, they are 1.5 s and 1.8 s. */
export function unavailableTimes(config: UnavailableVariables): UnavailableTimes {
  const totalMs = config.LETHE_UNAVAILABLE_AFTER * 1_000;
  return { connectTimeoutMs: totalMs - 500, lookupMs: totalMs - 200 };
}
