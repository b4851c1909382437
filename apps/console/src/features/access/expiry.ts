const DAY = 86_400_000;

export type Expiry = '30' | '90' | '365' | 'longest' | 'never' | 'date';

/**
 * Returns the offered expiries, which are not later than the expiry of the user's token.
 *
 * @param ends expiry of the token, if any
 * @param now milliseconds since the epoch
 */
export function expiriesWithin(ends: string | undefined, now: number): Expiry[] {
  const last = ends === undefined ? Infinity : Date.parse(ends);
  const days = (['30', '90', '365'] as const).filter((each) => now + Number(each) * DAY <= last);
  return [...days, ends === undefined ? 'never' : 'longest', 'date'];
}

/**
 * @param date used if `expiry` is `date`, such as `2026-12-31`; the credential expires at the end
 * of this UTC day, but not later than the token
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
