const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * How long to wait before a request is repeated: longer each time, spread out so that callers who
 * were refused together do not come back together, and never less than the API asks for.
 *
 * @param attempt how often it was tried, from 1
 * @param retryAfter of the answer: seconds, or a date
 * @returns milliseconds
 */
export function retryDelay(attempt: number, retryAfter: string | null): number {
  const grown = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  return Math.max(grown, askedFor(retryAfter));
}

function askedFor(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1_000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now());
}
