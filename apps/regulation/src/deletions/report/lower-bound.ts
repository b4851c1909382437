import type { JobOutcome, DeletionAttemptDto } from '@lethe/api/deletions';
import { DELETION_JOB_BOUNDS, type AttemptOutcome, type DeletionRecord } from '@lethe/contracts';

/**
 * Outcomes of attempts that may have deleted data without counting it, because a worker was killed
 * or a connection broke.
 */
const UNCOUNTED: readonly AttemptOutcome[] = ['failed', 'delayed', 'released', 'aborted'];

export const LOWER_BOUND =
  'These counts can be too low: earlier attempts can have deleted data that was not counted.';

/**
 * Adds a note if counts of a record are possibly too low. Each attempt counts only the data that it
 * deletes itself, and an earlier attempt may have deleted more. `users` is the number of users of
 * the job, so this count cannot be too low.
 *
 * @param history history of the earlier attempts
 */
export function withLowerBound(
  record: DeletionRecord,
  history: readonly DeletionAttemptDto[] | null,
): DeletionRecord {
  const isCounted = Object.keys(record.counts ?? {}).some((name) => name !== 'users');
  if (!isCounted || !history?.some(({ outcome }) => UNCOUNTED.includes(outcome))) return record;
  const notes = [LOWER_BOUND, ...(record.notes ?? [])].slice(0, DELETION_JOB_BOUNDS.notes);
  return { ...record, notes };
}

export function countedFrom(
  outcome: JobOutcome,
  history: readonly DeletionAttemptDto[] | null,
): JobOutcome {
  return outcome.status === 'complete'
    ? { ...outcome, record: withLowerBound(outcome.record, history) }
    : outcome;
}
