import { outcomes, type DeletionOutcome } from '@lethe/destinations';

/** Error that ends a deletion with an outcome. */
export class DeletionProblem extends Error {
  override readonly name = 'DeletionProblem';

  constructor(
    readonly outcome: DeletionOutcome,
    options?: ErrorOptions,
  ) {
    super('The deletion has ended', options);
  }
}

/** Returns a permanent failure after which a person must correct the configuration. */
export function misconfigured(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.aborted('configuration', reason));
}

/** Returns a permanent failure after which a person must correct the login or its permissions. */
export function notPermitted(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.aborted('credentials', reason));
}

/** Returns a failed attempt. Lethe retries, until the maximum number of failures is reached. */
export function failed(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.failed(reason));
}

/** Returns a refusal that one user can have caused. Lethe splits the users to find this user. */
export function refused(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.refused(reason));
}

/** Returns a postponement, because the destination is not available at the moment. */
export function outage(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.delayed('outage', reason));
}

/** Returns a postponement, because another process locks or changes the data. */
export function conflict(reason: string): DeletionProblem {
  return new DeletionProblem(outcomes.delayed('conflict', reason));
}

/** Returns the reason of a problem; undefined without a problem. */
export function reasonOf(problem: DeletionProblem | undefined): string | undefined {
  return problem !== undefined && 'reason' in problem.outcome ? problem.outcome.reason : undefined;
}
