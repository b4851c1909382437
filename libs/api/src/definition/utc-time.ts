const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Text in the form of a time with a zone, whose numbers can be too large. */
const FORM = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;

const NO_TIME =
  'must be a time with a zone, such as 2026-11-21T08:00:00Z (in a query, write "+" as %2B)';
const NO_SUCH_TIME =
  'must be a day and a time of day that exist; the hour is at most 23, the minute and the second at most 59';

/** Returns the problem of a value that is not a time with a zone, or undefined. */
export function timeProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return NO_TIME;
  if (utcTimeOf(value) !== undefined) return undefined;
  return FORM.test(value) ? NO_SUCH_TIME : NO_TIME;
}

/**
 * Returns a time in UTC, in the form of `toISOString`.
 *
 * @param text time with its zone (RFC 3339)
 * @returns undefined if the text is not such a time
 */
export function utcTimeOf(text: string): string | undefined {
  const [, year, month, day] = RFC_3339.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day)); // for 30 February, this is in March
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const time = new Date(text.toUpperCase());
  if (isNaN(time.getTime())) return undefined;
  const written = time.toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? written : undefined; // Postgres has no year 0
}
