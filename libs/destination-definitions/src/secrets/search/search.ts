import type { SearchBudget } from './search-budget.js';

/** Characters; shorter secrets are found only where they are a whole text: `a` or `on` occur in everything. */
export const SHORTEST = 4;
/** Characters that the beginning of a secret has at least, where a text was cut: a mask shows two of them. */
export const SHORTEST_BEGINNING = 3;

/** A part of a text that says a secret. */
export interface FoundSecret {
  readonly from: number;
  readonly to: number;
  /** The secret; absent for base64, which says more than it. */
  readonly secret?: string;
}

/** Knows secrets, and finds them in texts. */
export interface Search {
  readonly isEmpty: boolean;
  /** Whether the text is a secret, however short. */
  isSecret(text: string): boolean;
  /**
   * @param isCut the text's end may be missing: then the beginning of a secret at its end counts
   * @returns in no order; parts may overlap
   * @throws TooManyStepsError
   */
  find(text: string, steps: SearchBudget, isCut?: boolean): FoundSecret[];
}
