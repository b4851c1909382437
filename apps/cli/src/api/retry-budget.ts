/** How long the client retries a request. */
export interface RetryBudget {
  readonly ms: number;
  /**
   * True to retry if the address is unreachable. False to assume that an unreachable address is
   * wrong.
   */
  readonly forAddress: boolean;
}

/** Budget for a command whose user waits for the result. */
export const PERSON: RetryBudget = { ms: 30_000, forAddress: false };
/**
 * Budget for a command that runs for long, such as an import. It is longer, because no person
 * waits, and a command that stops must be started again.
 */
export const PROGRAM: RetryBudget = { ms: 5 * 60_000, forAddress: true };
