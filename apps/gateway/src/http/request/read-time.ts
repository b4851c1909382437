import { TIME_PROBLEM, utcTimeOf } from '@lethe/api/definition';
import type { DetailsCollector } from '@lethe/contracts';

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
  const time = typeof given === 'string' ? utcTimeOf(given) : undefined;
  if (time === undefined) problems.add(path, TIME_PROBLEM);
  return time;
}
