import { didYouMean, type DetailsCollector, showKey } from '@lethe/contracts';

/**
 * Reports every name that is not known: a mistyped `sourceIDs` that passed unnoticed would
 * suppress a user everywhere.
 */
export function reportUnknownNames(
  given: object,
  known: readonly string[],
  what: 'property' | 'query parameter',
  problems: DetailsCollector,
): void {
  for (const name of Object.keys(given)) {
    if (problems.isFull) return; // half a million names fit in a body
    if (known.includes(name)) continue;
    problems.add(showKey(name), `is not a known ${what}${didYouMean(name, known)}`);
  }
}
