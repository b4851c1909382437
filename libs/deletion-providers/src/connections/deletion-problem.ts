import type { DeletionOutcome } from '@lethe/destinations';

/** Ends a deletion with an outcome, from wherever it is noticed. */
export class DeletionProblem extends Error {
  override readonly name = 'DeletionProblem';

  constructor(
    readonly outcome: DeletionOutcome,
    options?: ErrorOptions,
  ) {
    super('The deletion has ended', options);
  }
}

/** The configuration has to be changed. */
export function misconfigured(reason: string): DeletionProblem {
  return new DeletionProblem({ status: 'aborted', cause: 'configuration', reason });
}

/** The login or its rights have to be changed. */
export function notPermitted(reason: string): DeletionProblem {
  return new DeletionProblem({ status: 'aborted', cause: 'credentials', reason });
}

/** Worth another try, which counts. */
export function failed(reason: string): DeletionProblem {
  return new DeletionProblem({ status: 'failed', reason });
}

/** The destination cannot work at the moment. */
export function outage(reason: string): DeletionProblem {
  return new DeletionProblem({ status: 'delayed', cause: 'outage', reason });
}

/** Somebody else holds what is to be deleted. */
export function conflict(reason: string): DeletionProblem {
  return new DeletionProblem({ status: 'delayed', cause: 'conflict', reason });
}
