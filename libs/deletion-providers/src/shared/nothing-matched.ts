/**
 * Returns a note for a deletion that found no data. A wrong configuration can be the cause.
 *
 * @param check names of the variables that decide where Lethe searches
 */
export function nothingMatched(what: 'keys' | 'rows', check: string): string {
  return `No ${what} matched. If data of the users is stored there, check ${check}.`;
}
