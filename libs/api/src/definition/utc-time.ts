const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** What is said of another value. */
export const TIME_PROBLEM =
  'must be a time with its zone, as in 2026-11-21T08:00:00Z (a "+" is %2B in a query)';

/**
 * @param text a time with its zone, by RFC 3339
 * @returns the same time in UTC, as `toISOString` writes it; undefined for any other text
 */
export function utcTimeOf(text: string): string | undefined {
  const [, year, month, day] = RFC_3339.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day)); // 30 February would become 2 March
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const time = new Date(text.toUpperCase());
  if (isNaN(time.getTime())) return undefined;
  const written = time.toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? written : undefined; // Postgres has no year 0
}
