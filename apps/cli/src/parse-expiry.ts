const PERIOD = /^(\d{1,6})([hd])$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;
const UNIT_MS = { h: 3_600_000, d: 86_400_000 } as const;

/**
 * Parses the time at which a token expires.
 *
 * @param text `90d`, `12h`, `2027-01-31` (midnight UTC at the beginning of that day) or
 * `2027-01-31T12:00:00Z`
 * @param now milliseconds since the epoch
 * @returns undefined if the text has another form, or the time is not in the future
 */
export function parseExpiry(text: string, now: number): Date | undefined {
  const period = PERIOD.exec(text);
  const time =
    period === null
      ? parseTime(text)
      : now + Number(period[1]) * UNIT_MS[period[2] as keyof typeof UNIT_MS];
  return time > now ? new Date(time) : undefined;
}

/**
 * Returns milliseconds since the epoch. Returns NaN for other texts, because NaN is never later
 * than now.
 */
function parseTime(text: string): number {
  return DAY.test(text) || TIME.test(text) ? Date.parse(text) : NaN;
}
