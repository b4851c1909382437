import type { DeletionExceptionDto, DestinationDeletionDto } from '@lethe/api/deletions';
import { defined, type DeletionRecord, type DeletionState } from '@lethe/contracts';
import { isOverdueForUser } from '../record/overdue.js';
import { IS_PAUSED, NEXT_ATTEMPT_AT, PAUSED } from './queues/next-attempt.js';

/**
 * SQL: the columns of a `ShownJobRow`, except `due_at`, `is_overdue` and `record`, for a job `j` and its
 * `lane`. A record can be large.
 */
export const JOB_STANDING = `j.destination_id, j.state, j.attempt, j.reason, j.started_at, j.finished_at, j.exception,
  j.held and j.state in ('pending', 'failed') as held, ${IS_PAUSED} as is_paused, ${NEXT_ATTEMPT_AT} as next_at`;

/**
 * SQL: the columns of a `ShownJobRow` of a user's newest job `j`, without `record`. The deadline is
 * that of the user's regulation `r`.
 */
export const STANDING_JOB_OF_USER = `${JOB_STANDING}, r.due_at, ${isOverdueForUser('j', 'r')} is true as is_overdue`;

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
  readonly exception: DeletionExceptionDto | null;
  readonly is_paused: boolean;
  readonly is_overdue: boolean;
  readonly record: DeletionRecord | null;
}

/** Returns the state of a deletion as the API shows it. */
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
    ...(job.exception === null ? {} : { exception: shownException(job.exception) }),
    ...(job.record === null ? {} : { record: job.record }),
  };
}

function shownException({ at: time, createdBy, reason, basis }: DeletionExceptionDto) {
  return { at: time, createdBy, reason, ...defined({ basis }) };
}

function at<K extends string>(name: K, time: Date | null): Partial<Record<K, string>> {
  return time === null ? {} : ({ [name]: time.toISOString() } as Record<K, string>);
}
