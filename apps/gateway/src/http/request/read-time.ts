import type { DetailsCollector } from '@lethe/contracts';

const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Checks a time of a query or a body.
 *
 * @param path of the value, for what is wrong
 * @param given of any shape; undefined is nothing
 * @param problems gets what is wrong
 * @returns the time in UTC, as `toISOString` writes it
 */
export function readTime(
  path: string,
  given: unknown,
  problems: DetailsCollector,
): string | undefined {
  if (given === undefined) return undefined;
  const time = typeof given === 'string' ? parse(given) : undefined;
  if (time === undefined) {
    problems.add(
      path,
      'must be a time with its zone, as in 2026-11-21T08:00:00Z (a "+" is %2B in a query)',
    );
  }
  return time;
}

function parse(text: string): string | undefined {
  const [, year, month, day] = RFC_3339.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day)); // 30 February would become 2 March
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const time = new Date(text.toUpperCase());
  if (isNaN(time.getTime())) return undefined;
  const written = time.toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? written : undefined; // Postgres has no year 0
}
