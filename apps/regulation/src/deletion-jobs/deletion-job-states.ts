import type { DeletionState } from '@lethe/contracts';

/** From each state of a deletion job, the states that may follow. The final ones lead nowhere. */
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
