import { FINAL_DELETION_STATES, type DeletionState } from '@lethe/contracts';

/**
 * The states that can follow each state of a deletion job. Of the final states, only `aborted` can
 * change: to `excepted`, when a person records why the deletion cannot be carried out.
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
  aborted: ['excepted'],
  canceled: [],
  excepted: [],
} as const satisfies Record<DeletionState, readonly DeletionState[]>;

export function mayBecome(from: DeletionState, to: DeletionState): boolean {
  const next: readonly DeletionState[] = TRANSITIONS[from];
  return next.includes(to);
}

/**
 * Returns the states from which a job can change to the given state, as an SQL list for `in`.
 * Statements that change states use this list as a condition.
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
