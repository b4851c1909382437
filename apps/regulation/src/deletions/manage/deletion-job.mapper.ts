import type { DeletionJobDto } from '@lethe/api/deletions';
import { SCHEMA } from '../../database/schema-name.js';
import { isOverdue, needsAttention } from '../../record/overdue.js';
import { isFoundAgain } from '../verifications/found-again.js';
import { JOB_STANDING, shownJob, type ShownJobRow } from '../shown-job.js';

export interface DeletionJobRow extends ShownJobRow {
  readonly id: string;
  readonly destination_type: string;
  readonly users: number;
  readonly created_at: Date;
  readonly created_micros: string;
  readonly due_micros: string | null;
  readonly needs_attention: boolean;
  readonly is_found_again: boolean;
  readonly retried_at: Date | null;
}

/**
 * SQL: the columns of a `DeletionJobRow`, read from a job `j` and the row `lane` of `LANE_OF_JOB`.
 */
export const JOB_COLUMNS = `${JOB_STANDING}, j.due_at, j.id, j.destination_type, j.created_at, j.retried_at, j.record,
  (extract(epoch from j.created_at) * 1000000)::bigint as created_micros,
  (extract(epoch from j.due_at) * 1000000)::bigint as due_micros,
  ${isOverdue('j')} is true as is_overdue, ${needsAttention('j')} as needs_attention,
  ${isFoundAgain('j')} as is_found_again,
  (select count(*)::int from ${SCHEMA}.deletion_job_users u where u.job_id = j.id) as users`;

export function rowToJob(row: DeletionJobRow): DeletionJobDto {
  return {
    id: row.id,
    destinationId: row.destination_id,
    destinationType: row.destination_type,
    users: row.users,
    createdAt: row.created_at.toISOString(),
    needsAttention: row.needs_attention,
    ...(row.is_found_again ? { foundAgain: true } : {}),
    ...(row.retried_at === null ? {} : { retriedAt: row.retried_at.toISOString() }),
    ...shownJob(row),
    held: row.held,
  };
}
