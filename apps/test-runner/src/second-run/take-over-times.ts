/** Milliseconds; more than a run takes. */
const WINDOW_MS = 60_000;
/** Levels; what lies deeper keeps its own times, since nobody reads it. */
const DEEPEST = 500;

/**
 * A run that is repeated is a little later than the first: makes a copy of its value with the times of the
 * first one's value, at each place where both have a time of the last minute. A secret cannot get into the
 * copy in this way, since it does not look like the present time.
 *
 * @param value of the second run
 * @param times the value of the first run, of the same make
 * @param now milliseconds since the epoch
 */
export function takeOverTimes<T>(value: T, times: unknown, now = Date.now()): T {
  return kept(value, times, now, 0) as T;
}

function kept(value: unknown, other: unknown, now: number, depth: number): unknown {
  if (typeof value !== typeof other || other === null || depth > DEEPEST) return value;
  if (typeof value !== 'object' || value === null) {
    return isNow(value, now) && isNow(other, now) ? other : value;
  }
  if (Array.isArray(value)) {
    return value.map((element, index) =>
      kept(element, (other as unknown[])[index], now, depth + 1),
    );
  }
  const members = other as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      kept(member, Object.hasOwn(members, name) ? members[name] : undefined, now, depth + 1),
    ]),
  );
}

/** A time of now: in milliseconds or seconds, or as ISO 8601. */
function isNow(value: unknown, now: number): boolean {
  if (typeof value === 'number') return isNear(value, now) || isNear(value * 1000, now);
  const isIso = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isIso && isNear(Date.parse(value), now);
}

function isNear(time: number, now: number): boolean {
  return Math.abs(time - now) < WINDOW_MS;
}
