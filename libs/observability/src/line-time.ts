/** Milliseconds since 1970 at the beginning of the second of the last line. */
let second = NaN;
/** The member `time` of that line, up to its milliseconds. */
let upToSecond = '';

/**
 * Returns the member `time` of a log line, as ISO 8601 UTC. Formats a date only once a second.
 *
 * @param now milliseconds since 1970, a whole number
 */
export function timeOfLine(now: number): string {
  const ms = now % 1_000;
  if (now - ms !== second) {
    second = now - ms;
    upToSecond = `,"time":"${new Date(second).toISOString().slice(0, -4)}`;
  }
  return `${upToSecond}${String(ms).padStart(3, '0')}Z"`;
}
