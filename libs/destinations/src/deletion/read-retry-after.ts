import { DELETION_JOB_BOUNDS } from '@lethe/contracts';

const { retryAfterMs: LONGEST_MS } = DELETION_JOB_BOUNDS;

/**
 * Parses `Retry-After` (RFC 9110 section 10.2.3), which contains seconds or a date.
 *
 * @param header value of the header
 * @param now milliseconds since the epoch
 * @returns milliseconds, at most one day; `undefined` if the header is absent or not valid
 */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_MS);
  // Only the date format of HTTP is accepted, because `Date.parse` accepts almost any text.
  const at = /^[A-Z][a-z]{2},? .* GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - now, 0), LONGEST_MS);
}
