/**
 * Server time minus `performance.now()` in milliseconds. The offset is the maximum over all
 * responses. `performance.now()` does not change when the user changes the clock.
 */
let offset: number | undefined;

/**
 * Updates the offset with the time of a response. A slow or cached response has an older time, so
 * it does not change the offset.
 */
export function takeServerTime(date: string | null): void {
  const at = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(at)) return;
  offset = Math.max(offset ?? -Infinity, at - performance.now());
}

/**
 * Returns the server time in milliseconds since the epoch. Compare times of the API with this time,
 * because the clock of the browser can be wrong.
 */
export function serverNow(): number {
  return offset === undefined ? Date.now() : offset + performance.now();
}
