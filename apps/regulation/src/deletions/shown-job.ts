import type { DestinationDeletionDto } from '@lethe/api/deletions';
import type { DeletionRecord, DeletionState } from '@lethe/contracts';
import { isOverdueForUser } from '../record/overdue.js';
import { IS_PAUSED, NEXT_ATTEMPT_AT, PAUSED } from './queues/next-attempt.js';

/** SQL: how a job `j` stands at its `lane`: a `ShownJobRow` but for its record, which may be large, and whether it is overdue. */
export const JOB_STANDING = `j.destination_id, j.state, j.attempt, j.reason, j.started_at, j.finished_at, j.due_at,
  j.held and j.state in ('pending', 'failed') as held, ${IS_PAUSED} as is_paused, ${NEXT_ATTEMPT_AT} as next_at`;

/**
 * SQL: a `ShownJobRow` of the newest job of a user, but for its record.
 *
 * @param regulationId SQL of the user's regulation
 */
export const standingJob = (regulationId: string) =>
  `${JOB_STANDING}, ${isOverdueForUser('j', regulationId)} is true as is_overdue`;

/** SQL: a whole `ShownJobRow`. */
export const wholeJob = (regulationId: string) => `${standingJob(regulationId)}, j.record`;

export interface ShownJobRow {
  readonly destination_id: string;
  readonly state: DeletionState;
  readonly attempt: number;
  readonly reason: string | null;
  readonly held: boolean;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly next_at: Date | null;
  readonly due_at: Date | null;
  readonly is_paused: boolean;
  readonly is_overdue: boolean;
  readonly record: DeletionRecord | null;
}

/** How a deletion stands, by its job. */
export function shownJob(job: ShownJobRow): Omit<DestinationDeletionDto, 'destinationId'> {
  const reason = job.reason ?? (job.is_paused ? PAUSED : undefined);
  return {
    status: job.state,
    attempts: job.attempt,
    ...(reason === undefined ? {} : { reason }),
    ...at('startedAt', job.started_at),
    ...at('finishedAt', job.finished_at),
    ...at('nextAttemptAt', job.next_at),
    ...at('dueAt', job.due_at),
    overdue: job.is_overdue,
    ...(job.held ? { held: true } : {}),
    ...(job.record === null ? {} : { record: job.record }),
  };
}

function at<K extends string>(name: K, time: Date | null): Partial<Record<K, string>> {
  return time === null ? {} : ({ [name]: time.toISOString() } as Record<K, string>);
}
