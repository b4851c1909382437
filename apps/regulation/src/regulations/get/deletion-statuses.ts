import type { DestinationDeletionDto, DeletionAttemptDto } from '@lethe/api/deletions';
import { FIXED_LIMITS } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { shownHistory } from '../../deletions/attempts/shown-history.js';
import { LANE_OF_JOB } from '../../deletions/queues/next-attempt.js';
import { shownJob, STANDING_JOB_OF_USER, type ShownJobRow } from '../../deletions/shown-job.js';
import {
  shownVerification,
  verificationsOfUser,
  type VerificationRow,
} from '../../deletions/verifications/shown-verification.js';

interface Row extends ShownJobRow {
  readonly id: string;
  readonly history: readonly DeletionAttemptDto[] | null;
  readonly fits: boolean;
  readonly verification: VerificationRow | null;
  readonly was_complete: boolean;
}

export interface DeletionStatuses {
  readonly deletions: readonly DestinationDeletionDto[];
  /** As in `regulationStatus`. */
  readonly wasComplete: boolean;
}

/**
 * Returns the state of a regulation's deletion at each of its destinations. The newest job with the
 * user decides, because a retry and a split create new jobs. Without such a job, the state is
 * `canceled`, because the deletion was withdrawn. Includes histories as far as they fit into a
 * page. `getDeletionJob` returns the other histories.
 */
export async function deletionStatuses(
  manager: EntityManager,
  regulation: { id: string; workspaceId: string; destinationIds: readonly string[] },
): Promise<DeletionStatuses> {
  const rows = await manager.query<Row[]>(
    `select job.*, case when fits then history end as history from (
       select job.*, sum(octet_length(coalesce(history::text, ''))) over (order by destination_id)
                <= ${FIXED_LIMITS.pageBytes} as fits
         from (
           select distinct on (j.destination_id) ${STANDING_JOB_OF_USER}, j.record, j.id, j.history,
                  j.first_completed_at is not null as was_complete, verified.verification
             from ${SCHEMA}.regulations r
             join ${SCHEMA}.deletion_job_users u on u.regulation_id = r.id
             join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
             ${LANE_OF_JOB}
             left join (${verificationsOfUser('$1::uuid', '$2')}) verified on verified.destination_id = j.destination_id
            where r.id = $1 and r.workspace_id = $2 and j.workspace_id = $2
            order by j.destination_id, j.id desc) job) job`,
    [regulation.id, regulation.workspaceId],
  );
  const jobs = new Map(rows.map((row) => [row.destination_id, row]));
  const deletions = regulation.destinationIds.map((destinationId): DestinationDeletionDto => {
    const job = jobs.get(destinationId);
    if (job === undefined)
      return { destinationId, status: 'canceled', attempts: 0, overdue: false };
    const history = job.fits ? { history: shownHistory(job.history) } : {};
    const verification = job.verification && shownVerification(job.verification);
    return {
      ...{ destinationId, jobId: job.id, ...shownJob(job), ...history },
      ...(verification && { verification }),
    };
  });
  return { deletions, wasComplete: rows.some((row) => row.was_complete) };
}
