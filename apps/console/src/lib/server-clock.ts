/** Milliseconds between the server's clock and `performance.now()`, which nobody sets: the largest that was seen. */
let offset: number | undefined;

/** Takes the time of an answer. An answer that was under way for long, or comes from a cache, says less than was known, and changes nothing. */
export function takeServerTime(date: string | null): void {
  const at = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(at)) return;
  offset = Math.max(offset ?? -Infinity, at - performance.now());
}

/** Milliseconds, as the server counts them: times of the API are compared with this, since a browser's clock may be wrong. */
export function serverNow(): number {
  return offset === undefined ? Date.now() : offset + performance.now();
}
