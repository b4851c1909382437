import { DELETION_JOB_BOUNDS } from '@lethe/contracts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How often a job may fail: with the last of them it is aborted. */
export const MOST_FAILURES = 4;

/** Milliseconds. */
export const PACE = {
  /** After the first failure; four times as long after each further one. */
  afterFailure: { first: MINUTE, factor: 4, most: 6 * HOUR },
  /** A destination that was to be left alone and did not say for how long; twice as long each further time. */
  afterDelay: { first: 10 * SECOND, factor: 2, most: HOUR },
  /** A destination at which a job failed; twice as long for each further one in a row, whichever job it is. */
  betweenFailures: { first: SECOND, factor: 2, most: MINUTE },
  /** How soon a destination that accepted an order is asked again. */
  afterAccepted: { usual: MINUTE, least: 10 * SECOND, most: HOUR },
  /** Share by which a delay that we choose is longer or shorter by chance. */
  jitter: 0.25,
} as const;

/** Days after which an accepted order that is not said to be done is given up, where the definition says nothing. */
export const ACCEPTED_DAYS = 30;

/**
 * @param failures of the job, this one included; at least 1
 * @param retryAfterMs what the destination said, if it did
 * @param random from 0 up to 1
 * @returns milliseconds until the next attempt: never sooner than the destination said, up to a day
 */
export function delayAfterFailure(
  failures: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  const delay = grown(PACE.afterFailure, failures - 1, random);
  return retryAfterMs === undefined ? delay : Math.max(delay, obeyed(retryAfterMs));
}

/**
 * @param delays in a row before this one
 * @returns milliseconds for which a destination is left alone: what it said, or growing times where that is less
 *   than a second
 */
export function delayOfDestination(
  delays: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  // Nothing, or a date by a clock that is behind, would have it called again and again.
  if (retryAfterMs === undefined || retryAfterMs < SECOND) {
    return grown(PACE.afterDelay, delays, random);
  }
  return obeyed(retryAfterMs);
}

/**
 * @param failures of the destination in a row before this one
 * @returns milliseconds for which a destination is left alone at which a job failed. One that fails whatever it is
 *   asked would otherwise use up the attempts of all its jobs within minutes, and take the time of others'
 */
export function delayBetweenFailures(failures: number, random: number): number {
  return grown(PACE.betweenFailures, failures, random);
}

/** @returns milliseconds until a destination that accepted an order is asked how it stands */
export function delayAfterAccepted(retryAfterMs: number = PACE.afterAccepted.usual): number {
  return Math.min(Math.max(retryAfterMs, PACE.afterAccepted.least), PACE.afterAccepted.most);
}

function obeyed(retryAfterMs: number): number {
  return Math.min(Math.max(0, retryAfterMs), DELETION_JOB_BOUNDS.retryAfterMs);
}

function grown(
  { first, factor, most }: { first: number; factor: number; most: number },
  times: number,
  random: number,
): number {
  const spread = 1 + PACE.jitter * (2 * random - 1);
  return Math.round(Math.min(most, first * factor ** times) * spread);
}
