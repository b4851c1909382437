import { distance } from 'fastest-levenshtein';

const MAX_DISTANCE = 3;
const MAX_LENGTH = 40;

/**
 * Returns a hint for a misspelled name.
 *
 * @param given name from the caller
 * @param known existing names
 * @returns `; did you mean "sourceIds"?`, or an empty string if no known name is similar
 */
export function didYouMean(given: string, known: readonly string[]): string {
  if (given.length > MAX_LENGTH) return '';
  const written = fold(given);
  const nearest = known
    .map((name) => ({ name, apart: distance(written, fold(name)) }))
    .sort((a, b) => a.apart - b.apart)[0];
  const isNear = nearest !== undefined && nearest.apart <= Math.min(MAX_DISTANCE, given.length / 2);
  return isNear ? `; did you mean "${nearest.name}"?` : '';
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
