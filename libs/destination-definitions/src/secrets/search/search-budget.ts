/** Comparisons in one answer: some tens of milliseconds. Only answers made for it need as many. */
const MOST_STEPS = 1_000_000;

/** Comparisons that are left, for all texts of an answer. */
export interface SearchBudget {
  left: number;
}

export function newSearchBudget(): SearchBudget {
  return { left: MOST_STEPS };
}

/** An answer, or a request, has too many places at which a secret could be. */
export class TooManyStepsError extends Error {}

/** The same object each time: making one, with its stack, for every text that comes after costs too much. */
const TOO_MANY = new TooManyStepsError();

/**
 * Pays for comparing one pattern.
 *
 * @throws TooManyStepsError when there are not as many steps left
 */
export function spendOn(pattern: string, steps: SearchBudget): void {
  spendSteps(steps, 1 + pattern.length / 16);
}

/** @throws TooManyStepsError when there are not as many left */
export function spendSteps(steps: SearchBudget, count: number): void {
  steps.left -= count;
  if (steps.left < 0) throw TOO_MANY;
}
