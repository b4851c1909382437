/**
 * The note of a deletion that found nothing: a mistake in the configuration looks the same.
 *
 * @param what was looked for, in the plural
 * @param check the variables that decide where
 */
export function nothingMatched(what: 'keys' | 'rows', check: string): string {
  return `No ${what} matched: if the users are known to be stored there, check ${check}.`;
}
