import type { SearchBudget } from './search-budget.js';

/**
 * Minimum length of a secret that is found within a text. A shorter secret, such as `a` or `on`, is
 * found only if it is the whole text.
 */
export const SHORTEST = 4;
/** Minimum length of a secret's start before a cut. A mask shows two characters of the start. */
export const SHORTEST_BEGINNING = 3;

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
