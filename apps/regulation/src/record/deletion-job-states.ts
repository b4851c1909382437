import { FINAL_DELETION_STATES, type DeletionState } from '@lethe/contracts';

/**
 * From each state of a deletion job, the states that may follow. The final ones lead nowhere.
 *
 * A claim leads to `running`. From there a job waits again as `failed` when the attempt counts, and as `pending`
 * when it does not: the destination was to be left alone, it has accepted the order, or the worker stopped.
 */
const TRANSITIONS = {
  pending: ['running', 'canceled', 'aborted'],
  running: ['pending', 'complete', 'failed', 'aborted'],
  failed: ['running', 'canceled', 'aborted'],
  complete: [],
  aborted: [],
  canceled: [],
} as const satisfies Record<DeletionState, readonly DeletionState[]>;

/** Whether a job may go from one state to another. */
export function mayBecome(from: DeletionState, to: DeletionState): boolean {
  const next: readonly DeletionState[] = TRANSITIONS[from];
  return next.includes(to);
}

/**
 * SQL: the states from which a job may go to this one, as a list for `in`. Statements that change states have it
 * in their condition.
 */
export function statesBefore(to: DeletionState): string {
  const states = (Object.keys(TRANSITIONS) as DeletionState[]).filter((from) =>
    mayBecome(from, to),
  );
  return listOf(states);
}

/** SQL: the states that a job stays in, as a list for `in`. */
export const FINAL_STATES = listOf(FINAL_DELETION_STATES);

function listOf(states: readonly DeletionState[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}
