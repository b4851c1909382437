const DAY = 86_400_000;

export type Expiry = '30' | '90' | '365' | 'longest' | 'never' | 'date';

/**
 * Returns the choices for an expiry. A credential expires no later than the token of the session.
 *
 * @param ends expiry of this token, if any
 * @param now milliseconds since the epoch
 */
export function expiriesWithin(ends: string | undefined, now: number): Expiry[] {
  const last = ends === undefined ? Infinity : Date.parse(ends);
  const days = (['30', '90', '365'] as const).filter((each) => now + Number(each) * DAY <= last);
  return [...days, ends === undefined ? 'never' : 'longest', 'date'];
}

/**
 * @param date day in UTC, such as `2026-12-31`, if `expiry` is `date`. The credential expires at
 * the end of this day, or together with the token of the session if the token expires on this day.
 */
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
