/** How long a request is repeated. */
export interface RetryBudget {
  readonly ms: number;
  /** Also while nobody listens at the address; else that counts as a wrong address. */
  readonly forAddress: boolean;
}

/** Of a person who waits. */
export const PERSON: RetryBudget = { ms: 30_000, forAddress: false };
/** Of an import: no person waits for it, and one that gave up has to be started again. */
export const PROGRAM: RetryBudget = { ms: 5 * 60_000, forAddress: true };
