/**
 * Maximum difference between now and a time that counts as current, in milliseconds. It is longer
 * than a run.
 */
const WINDOW_MS = 60_000;
/**
 * Maximum depth of the recursion. Deeper objects and lists are not shown, because the mask of the
 * result replaces them.
 */
const DEEPEST = 500;

/**
 * Returns a copy of a value of the second run with the times of the first run, which was a little
 * earlier. A time is replaced only if both values contain a current time. The first run used the
 * real secrets, and the second run used placeholders. A secret does not look like a current time,
 * so the copy contains no secret of the first run.
 *
 * @param value of the second run
 * @param times value of the first run, with the same structure
 * @param now milliseconds since the epoch
 */
export function takeOverTimes<T>(value: T, times: unknown, now = Date.now()): T {
  return withTimesOf(value, times, now, 0) as T;
}

function withTimesOf(value: unknown, other: unknown, now: number, depth: number): unknown {
  if (typeof value !== typeof other || other === null || depth > DEEPEST) return value;
  if (typeof value !== 'object' || value === null) {
    return isNow(value, now) && isNow(other, now) ? other : value;
  }
  if (Array.isArray(value)) {
    return value.map((element, index) =>
      withTimesOf(element, (other as unknown[])[index], now, depth + 1),
    );
  }
  const members = other as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      withTimesOf(member, Object.hasOwn(members, name) ? members[name] : undefined, now, depth + 1),
    ]),
  );
}

/** Returns true for a current time in milliseconds, in seconds, or as ISO 8601. */
function isNow(value: unknown, now: number): boolean {
  if (typeof value === 'number') return isNear(value, now) || isNear(value * 1000, now);
  const isIso = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isIso && isNear(Date.parse(value), now);
}

function isNear(time: number, now: number): boolean {
  return Math.abs(time - now) < WINDOW_MS;
}
