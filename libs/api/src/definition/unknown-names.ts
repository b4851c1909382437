import { didYouMean, type DetailsCollector, showKey } from '@lethe/contracts';

/**
 * Reports every unknown name. For example, if a misspelled `sourceIDs` were ignored, the user
 * would be suppressed at all sources.
 */
export function reportUnknownNames(
  given: object,
  known: readonly string[],
  what: 'property' | 'query parameter',
  problems: DetailsCollector,
): void {
  for (const name of Object.keys(given)) {
    if (problems.isFull) return; // a body can contain half a million names
    if (known.includes(name)) continue;
    problems.add(showKey(name), `is not a known ${what}${didYouMean(name, known)}`);
  }
}
