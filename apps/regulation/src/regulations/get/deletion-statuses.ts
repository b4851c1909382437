import type { DestinationDeletionDto, DeletionAttemptDto } from '@lethe/api/deletions';
import { FIXED_LIMITS } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { shownHistory } from '../../deletions/attempts/shown-history.js';
import { LANE_OF_JOB } from '../../deletions/queues/next-attempt.js';
import { shownJob, wholeJob, type ShownJobRow } from '../../deletions/shown-job.js';

interface Row extends ShownJobRow {
  readonly id: string;
  readonly history: readonly DeletionAttemptDto[] | null;
  /** Whether its history has room. */
  readonly fits: boolean;
}

/**
 * Where the deletion of one regulation's user stands at each of its destinations: the newest job that has
 * the user counts, as a retry and a split make new ones. Where no job has the user any more, the deletion
 * was withdrawn: canceled. Histories are there as far as they fit into a page; what is left out is asked for by its job.
 */
export async function deletionStatuses(
  manager: EntityManager,
  regulation: { id: string; workspaceId: string; destinationIds: readonly string[] },
): Promise<DestinationDeletionDto[]> {
  const rows = await manager.query<Row[]>(
    `select job.*, case when fits then history end as history from (
       select job.*, sum(octet_length(coalesce(history::text, ''))) over (order by destination_id)
                <= ${FIXED_LIMITS.pageBytes} as fits
         from (
           select distinct on (j.destination_id) ${wholeJob('u.regulation_id')}, j.id, j.history
             from ${SCHEMA}.deletion_job_users u
             join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
             ${LANE_OF_JOB}
            where u.regulation_id = $1 and j.workspace_id = $2
            order by j.destination_id, j.id desc) job) job`,
    [regulation.id, regulation.workspaceId],
  );
  const jobs = new Map(rows.map((row) => [row.destination_id, row]));
  return regulation.destinationIds.map((destinationId) => {
    const job = jobs.get(destinationId);
    if (job === undefined)
      return { destinationId, status: 'canceled', attempts: 0, overdue: false };
    const history = job.fits ? { history: shownHistory(job.history) } : {};
    return { destinationId, jobId: job.id, ...shownJob(job), ...history };
  });
}
