import type { DestinationDeletion } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { LANE_OF_JOB } from '../deletion-jobs/lanes/next-attempt.js';
import { shownJob, SHOWN_JOB, type ShownJobRow } from '../deletion-jobs/shown-job.js';

/**
 * Where the deletion of one regulation's user stands at each of its destinations: the newest job that has
 * the user counts, as a retry and a split make new ones. Where no job has the user any more, the deletion
 * was withdrawn: canceled.
 */
export async function deletionStatuses(
  manager: EntityManager,
  regulation: { id: string; workspaceId: string; destinationIds: readonly string[] },
): Promise<DestinationDeletion[]> {
  const rows = await manager.query<ShownJobRow[]>(
    `select distinct on (j.destination_id) ${SHOWN_JOB}
       from ${SCHEMA}.deletion_job_users u
       join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
       ${LANE_OF_JOB}
      where u.regulation_id = $1 and j.workspace_id = $2
      order by j.destination_id, j.id desc`,
    [regulation.id, regulation.workspaceId],
  );
  const jobs = new Map(rows.map((row) => [row.destination_id, row]));
  return regulation.destinationIds.map((destinationId) => {
    const job = jobs.get(destinationId);
    if (job === undefined) return { destinationId, status: 'canceled', attempts: 0 };
    return { destinationId, ...shownJob(job) };
  });
}
