import type { DeletionState } from '@lethe/contracts';

/**
 * From each state of a deletion job, the states that may follow. The final ones lead nowhere.
 *
 * In this version no worker claims jobs: all of them wait as `pending`. A claim is what will take one to
 * `running`: a use case of this folder, called as `abort-deletions.use-case.ts` is, by a command of
 * `REGULATION_PATTERNS` (`@lethe/contracts`) that a worker in an app of its own sends. The topic of the
 * deletions only says that a job is there.
 */
export const DELETION_JOB_TRANSITIONS = {
  pending: ['running', 'canceled', 'aborted'],
  running: ['complete', 'failed', 'aborted'],
  failed: ['running', 'aborted'],
  complete: [],
  aborted: [],
  canceled: [],
} as const satisfies Record<DeletionState, readonly DeletionState[]>;

/** Whether a job may go from one state to another. */
export function mayBecome(from: DeletionState, to: DeletionState): boolean {
  const next: readonly DeletionState[] = DELETION_JOB_TRANSITIONS[from];
  return next.includes(to);
}
