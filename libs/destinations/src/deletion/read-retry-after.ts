import { DELETION_JOB_BOUNDS } from '@lethe/contracts';

const { retryAfterMs: LONGEST_MS } = DELETION_JOB_BOUNDS;

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3): seconds, or a date.
 *
 * @param header as it came
 * @param now milliseconds since the epoch
 * @returns milliseconds, at most a day; `undefined` when there is nothing to read
 */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_MS);
  // Only HTTP's own form of a date: `Date.parse` takes almost anything.
  const at = /^[A-Z][a-z]{2},? .* GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - now, 0), LONGEST_MS);
}
