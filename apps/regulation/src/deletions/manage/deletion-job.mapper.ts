import type { DeletionJobDto } from '@lethe/api/deletions';
import type { DeletionRecord, DeletionState } from '@lethe/contracts';
import { SCHEMA } from '../../database/schema-name.js';
import { isOverdue, needsAttention } from '../../record/undone.js';
import { IS_PAUSED, NEXT_ATTEMPT_AT, PAUSED } from '../queues/next-attempt.js';

/** A job as lists read it. */
export interface DeletionJobRow {
  readonly id: string;
  readonly destination_id: string;
  readonly destination_type: string;
  readonly state: DeletionState;
  readonly attempt: number;
  readonly users: number;
  readonly reason: string | null;
  readonly held: boolean;
  readonly created_at: Date;
  readonly created_micros: string;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly next_at: Date | null;
  readonly is_paused: boolean;
  readonly due_at: Date | null;
  readonly is_overdue: boolean;
  readonly needs_attention: boolean;
  readonly retried_at: Date | null;
  readonly record: DeletionRecord | null;
}

/** Columns of a `DeletionJobRow` of a job `j` and its destination's `lane`, if it has one. */
export const JOB_COLUMNS = `j.id, j.destination_id, j.destination_type, j.state, j.attempt, j.reason, j.held,
  j.created_at, (extract(epoch from j.created_at) * 1000000)::bigint as created_micros, j.started_at,
  j.finished_at, ${NEXT_ATTEMPT_AT} as next_at, ${IS_PAUSED} as is_paused, j.due_at, j.retried_at, j.record,
  ${isOverdue('j')} is true as is_overdue, ${needsAttention('j')} as needs_attention,
  (select count(*)::int from ${SCHEMA}.deletion_job_users u where u.job_id = j.id) as users`;

export function rowToJob(row: DeletionJobRow): DeletionJobDto {
  const waits = row.state === 'pending' || row.state === 'failed';
  const held = row.held && waits;
  const reason = row.reason ?? (row.is_paused ? PAUSED : undefined);
  return {
    id: row.id,
    destinationId: row.destination_id,
    destinationType: row.destination_type,
    status: row.state,
    attempts: row.attempt,
    users: row.users,
    ...(reason === undefined ? {} : { reason }),
    held,
    createdAt: row.created_at.toISOString(),
    ...timeOf('startedAt', row.started_at),
    ...timeOf('finishedAt', row.finished_at),
    ...timeOf('nextAttemptAt', row.next_at),
    ...timeOf('dueAt', row.due_at),
    overdue: row.is_overdue,
    needsAttention: row.needs_attention,
    ...timeOf('retriedAt', row.retried_at),
    ...(row.record === null ? {} : { record: row.record }),
  };
}

function timeOf(name: string, time: Date | null): Readonly<Record<string, string>> {
  return time === null ? {} : { [name]: time.toISOString() };
}
