/**
 * Maximum comparisons for one answer. They take some tens of ms. Only hostile answers need more
 * comparisons.
 */
const MOST_STEPS = 1_000_000;

/** Number of comparisons that remain for all texts of an answer. */
export interface SearchBudget {
  left: number;
}

export function newSearchBudget(): SearchBudget {
  return { left: MOST_STEPS };
}

/** The search for secrets has exceeded its budget. */
export class TooManyStepsError extends Error {}

/** One error object for all throws, because a new stack trace for each remaining text is slow. */
const TOO_MANY = new TooManyStepsError();

/**
 * Spends the steps of one comparison with a pattern.
 *
 * @throws TooManyStepsError if the budget is exceeded
 */
export function spendOn(pattern: string, steps: SearchBudget): void {
  spendSteps(steps, 1 + pattern.length / 16);
}

/** @throws TooManyStepsError if the budget is exceeded */
export function spendSteps(steps: SearchBudget, count: number): void {
  steps.left -= count;
  if (steps.left < 0) throw TOO_MANY;
}
