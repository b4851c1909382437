const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * Returns the milliseconds before the next attempt. The delay grows exponentially, and is at least
 * as long as the header `Retry-After` says. The delay is random, so that clients that were refused
 * at the same time do not all return at the same time.
 *
 * @param attempt number of attempts so far, from 1
 * @param retryAfter header of the response, with seconds or a date
 */
export function retryDelay(attempt: number, retryAfter: string | null): number {
  const grown = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  return Math.max(grown, requestedDelay(retryAfter));
}

function requestedDelay(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1_000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now());
}
