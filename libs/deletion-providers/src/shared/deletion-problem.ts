import { outcomes, type DeletionOutcome } from '@lethe/destinations';

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
  return new DeletionProblem(outcomes.aborted('configuration', reason));
}

/** The login or its rights have to be changed. */
export function notPermitted(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.aborted('credentials', reason));
}

/** Worth another try, which counts. */
export function failed(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.failed(reason));
}

/** One of the users may be the cause: they are split until it is known which. */
export function refused(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.refused(reason));
}

/** The destination cannot work at the moment. */
export function outage(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.delayed('outage', reason));
}

/** Somebody else holds what is to be deleted. */
export function conflict(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.delayed('conflict', reason));
}
