import type { SearchBudget } from './search-budget.js';

/**
 * Minimum length of a secret that is found within a text. A shorter secret, such as `a` or `on`, is
 * found only if it is the whole text.
 */
export const SHORTEST = 4;
/**
 * If a text was cut within a secret, the start of the secret at the end of the text is found if it
 * has at least this length. A shorter start need not be found, because a mask shows the first two
 * characters anyway.
 */
export const SHORTEST_BEGINNING = 3;

/** Returns the length of the shortest secret that is found within a text; Infinity if none is. */
export function shortestOf(secrets: Iterable<string>): number {
  let shortest = Infinity;
  for (const { length } of secrets) {
    if (length >= SHORTEST && length < shortest) shortest = length;
  }
  return shortest;
}

/** A part of a text that contains a secret. */
export interface FoundSecret {
  readonly from: number;
  readonly to: number;
  /** The secret. Absent for base64, because the base64 text contains more than the secret. */
  readonly secret?: string;
}

/** Finds known secrets in texts. */
export interface Search {
  readonly isEmpty: boolean;
  /** Returns whether the whole text is a secret. Short secrets are included. */
  isSecret(text: string): boolean;
  /**
   * @param isCut whether the text is possibly cut; if true, also finds the start of a secret at the
   *   end of the text
   * @returns unsorted parts, which can overlap
   * @throws TooManyStepsError
   */
  find(text: string, steps: SearchBudget, isCut?: boolean): FoundSecret[];
}
