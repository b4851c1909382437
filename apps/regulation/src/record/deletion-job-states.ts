import { FINAL_DELETION_STATES, type DeletionState } from '@lethe/contracts';

/**
 * The states that may follow each state of a deletion job. A final state is followed by no state.
 *
 * After a claim, a job is `running`. After a failure, the job waits as `failed`. It waits as
 * `pending` if the destination backs off or has accepted the deletion request, or if the worker
 * stopped.
 */
const TRANSITIONS = {
  pending: ['running', 'canceled', 'aborted'],
  running: ['pending', 'complete', 'failed', 'aborted'],
  failed: ['running', 'canceled', 'aborted'],
  complete: [],
  aborted: [],
  canceled: [],
} as const satisfies Record<DeletionState, readonly DeletionState[]>;

export function mayBecome(from: DeletionState, to: DeletionState): boolean {
  const next: readonly DeletionState[] = TRANSITIONS[from];
  return next.includes(to);
}

/**
 * Returns the states from which a job may change to the given state, as an SQL list for `in`.
 * Statements that change states have this condition.
 */
export function statesBefore(to: DeletionState): string {
  const states = (Object.keys(TRANSITIONS) as DeletionState[]).filter((from) =>
    mayBecome(from, to),
  );
  return listOf(states);
}

export const FINAL_STATES = listOf(FINAL_DELETION_STATES);

function listOf(states: readonly DeletionState[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}
