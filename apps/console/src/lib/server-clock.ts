/**
 * Largest known difference in milliseconds between the server clock and `performance.now()`, which
 * the user cannot change.
 */
let offset: number | undefined;

/** Uses the time of a response. The time of a slow or cached response is older, and is ignored. */
export function takeServerTime(date: string | null): void {
  const at = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(at)) return;
  offset = Math.max(offset ?? -Infinity, at - performance.now());
}

/**
 * Returns the server time in milliseconds since the epoch. Times of the API must be compared with
 * it, because the clock of the browser may be wrong.
 */
export function serverNow(): number {
  return offset === undefined ? Date.now() : offset + performance.now();
}
