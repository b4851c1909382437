import { distance } from 'fastest-levenshtein';

const MAX_DISTANCE = 3;
const MAX_LENGTH = 40;

/**
 * A hint for a mistyped name.
 *
 * @param given what the caller wrote
 * @param known the names that exist
 * @returns `; did you mean "sourceIds"?`, or an empty string when nothing is near
 */
export function didYouMean(given: string, known: readonly string[]): string {
  if (given.length > MAX_LENGTH) return '';
  const written = fold(given);
  const nearest = known
    .map((name) => ({ name, apart: distance(written, fold(name)) }))
    .sort((a, b) => a.apart - b.apart)[0];
  const near = nearest !== undefined && nearest.apart <= Math.min(MAX_DISTANCE, given.length / 2);
  return near ? `; did you mean "${nearest.name}"?` : '';
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
