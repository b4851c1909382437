import { DELETION_JOB_BOUNDS } from '@lethe/contracts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Number of failures after which a job fails permanently. */
export const MOST_FAILURES = 4;

/** Delays in milliseconds. */
export const RETRY_POLICY = {
  /**
   * Delay after the first failure of a job. Each further failure makes the delay four times as
   * long.
   */
  afterFailure: { first: MINUTE, factor: 4, most: 6 * HOUR },
  /**
   * Delay after the first postponed attempt without Retry-After. Each further postponed attempt
   * doubles the delay.
   */
  afterDelay: { first: 10 * SECOND, factor: 2, most: HOUR },
  /**
   * Backoff of a destination after its first failure. Each further failure of any of its jobs
   * doubles the backoff.
   */
  betweenFailures: { first: SECOND, factor: 2, most: MINUTE },
  /** Time between two polls of an accepted deletion. */
  afterAccepted: { usual: MINUTE, least: 10 * SECOND, most: HOUR },
  /** Share by which the growing delays vary randomly. Delays from Retry-After do not vary. */
  jitter: 0.25,
} as const;

/**
 * Days after which an accepted deletion without confirmation fails permanently. A destination
 * definition can state another number.
 */
export const ACCEPTED_DAYS = 30;

/**
 * Returns the milliseconds until the next attempt. If the destination sent Retry-After, the delay
 * is at least that value. Values above one day count as one day.
 *
 * @param failures number of failures of the job, including the present one; at least 1
 * @param retryAfterMs Retry-After of the destination, if any
 * @param random random number from 0 up to 1, for the jitter
 */
export function delayAfterFailure(
  failures: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  const delay = grown(RETRY_POLICY.afterFailure, failures - 1, random);
  return retryAfterMs === undefined ? delay : Math.max(delay, obeyed(retryAfterMs));
}

/**
 * Returns the backoff of a destination in milliseconds. It is the Retry-After of the destination,
 * or a growing delay if Retry-After is absent or less than a second.
 *
 * @param delays number of consecutive delays before the present one
 */
export function delayOfDestination(
  delays: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  // Retry-After can be a date from a slow clock, which is already past. Without this minimum, Lethe
  // would then call the destination again and again without a pause.
  if (retryAfterMs === undefined || retryAfterMs < SECOND) {
    return grown(RETRY_POLICY.afterDelay, delays, random);
  }
  return obeyed(retryAfterMs);
}

/**
 * Returns the backoff of a destination in milliseconds after a failed job. Without the backoff, a
 * destination that always fails would use up the attempts of all its jobs within minutes. Its jobs
 * would also occupy workers that other destinations need.
 *
 * @param failures number of consecutive failures of the destination before the present one
 */
export function delayBetweenFailures(failures: number, random: number): number {
  return grown(RETRY_POLICY.betweenFailures, failures, random);
}

/** Returns the milliseconds until the next poll of an accepted deletion. */
export function delayAfterAccepted(
  retryAfterMs: number = RETRY_POLICY.afterAccepted.usual,
): number {
  return Math.min(
    Math.max(retryAfterMs, RETRY_POLICY.afterAccepted.least),
    RETRY_POLICY.afterAccepted.most,
  );
}

function obeyed(retryAfterMs: number): number {
  return Math.min(Math.max(0, retryAfterMs), DELETION_JOB_BOUNDS.retryAfterMs);
}

function grown(
  { first, factor, most }: { first: number; factor: number; most: number },
  times: number,
  random: number,
): number {
  const spread = 1 + RETRY_POLICY.jitter * (2 * random - 1);
  return Math.round(Math.min(most, first * factor ** times) * spread);
}
