/** Rule for how long a request is retried. */
export interface RetryBudget {
  readonly ms: number;
  /** True to retry if the address is unreachable. Otherwise the address is assumed to be wrong. */
  readonly forAddress: boolean;
}

/** Budget for a person who waits. */
export const PERSON: RetryBudget = { ms: 30_000, forAddress: false };
/**
 * Budget for an import. It is longer, because no person waits, and an import that stops must be
 * started again.
 */
export const PROGRAM: RetryBudget = { ms: 5 * 60_000, forAddress: true };
