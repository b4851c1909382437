const DAY = 86_400_000;

export type Expiry = '30' | '90' | '365' | 'longest' | 'never' | 'date';

/**
 * How long something may live that is made with a token: no longer than the token itself.
 *
 * @param ends when the token expires; undefined where it does not
 * @param now milliseconds
 */
export function expiriesWithin(ends: string | undefined, now: number): Expiry[] {
  const last = ends === undefined ? Infinity : Date.parse(ends);
  const days = (['30', '90', '365'] as const).filter((each) => now + Number(each) * DAY <= last);
  return [...days, ends === undefined ? 'never' : 'longest', 'date'];
}

/** @param date `2026-12-31`, for `date`: the end of that day, UTC, or the token's own end if that is sooner */
export function expiresAt(
  expiry: Expiry,
  date: string,
  ends: string | undefined,
  now: number,
): string | undefined {
  if (expiry === 'never') return undefined;
  if (expiry === 'longest') return ends;
  if (expiry !== 'date') return new Date(now + Number(expiry) * DAY).toISOString();
  const end = `${date}T23:59:59.000Z`;
  return ends !== undefined && Date.parse(ends) < Date.parse(end) && ends.startsWith(date)
    ? ends
    : end;
}
