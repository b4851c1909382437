import type { JobOutcome, DeletionAttemptDto } from '@lethe/api/deletions';
import { DELETION_JOB_BOUNDS, type AttemptOutcome, type DeletionRecord } from '@lethe/contracts';

/** Attempts that may have deleted something and not said how much: a worker was killed, a connection broke. */
const UNCOUNTED: readonly AttemptOutcome[] = ['failed', 'delayed', 'released', 'aborted'];

/** The note of counts that may be too low. */
export const LOWER_BOUND =
  'Earlier attempts may have deleted more than is counted here: the counts are a lower bound.';

/**
 * A record that says so where its counts may be too low: an attempt counts what it deletes, and what the next one finds
 * is less. `users` is how many the deletion was of, and cannot be too low.
 *
 * @param history of the attempts before
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

/** The same of what a worker reports. */
export function countedFrom(
  outcome: JobOutcome,
  history: readonly DeletionAttemptDto[] | null,
): JobOutcome {
  return outcome.status === 'complete'
    ? { ...outcome, record: withLowerBound(outcome.record, history) }
    : outcome;
}
