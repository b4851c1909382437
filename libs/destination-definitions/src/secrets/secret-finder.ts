import { basicPairs } from './search/basic-pairs.js';
import type { Search } from './search/search.js';
import { SecretSearch } from './search/secret-search.js';
import { ShapeSearch } from './search/shape-search.js';
import { newSearchBudget, TooManyStepsError, type SearchBudget } from './search/search-budget.js';

/**
 * Returns a function that checks whether a value, such as a request, contains one of the secrets.
 *
 * @param secrets secrets that `secretValues` returned
 * @returns a function that also returns true if the search budget is exceeded
 */
export function createSecretFinder(
  secrets: readonly string[],
): (value: unknown, steps?: SearchBudget) => boolean {
  return finderOf(new SecretSearch(secrets));
}

/**
 * Returns a function that checks whether a value contains a text with the shape of a secret. For
 * shapes, see `createShapeMasker`.
 *
 * @param secrets secrets that `secretValues` returned
 * @returns a function that also returns true if the search budget is exceeded
 */
export function createShapeFinder(
  secrets: readonly string[],
): (value: unknown, steps?: SearchBudget) => boolean {
  return finderOf(new ShapeSearch(secrets));
}

function finderOf(search: Search): (value: unknown, steps?: SearchBudget) => boolean {
  const inText = (text: string, steps: SearchBudget): boolean => {
    if (search.isSecret(text) || search.isSecret(text.trim())) return true;
    try {
      return (
        search.find(text, steps).length > 0 ||
        basicPairs(text).some(({ pair }) => pair.split(':').some((part) => inText(part, steps)))
      );
    } catch (error) {
      // The text was not searched completely, so it can contain a secret.
      if (error instanceof TooManyStepsError) return true;
      throw error;
    }
  };
  const has = (value: unknown, steps: SearchBudget): boolean => {
    if (typeof value === 'string') return inText(value, steps);
    if (typeof value === 'number') return search.isSecret(String(value));
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) return value.some((element) => has(element, steps));
    return Object.entries(value).some(
      ([name, member]) => inText(name, steps) || has(member, steps),
    );
  };
  return (value, steps = newSearchBudget()) => !search.isEmpty && has(value, steps);
}
