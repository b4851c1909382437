import type { DeletionState, DestinationDeletion } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';

/**
 * Where the deletion of one regulation's user stands at each of its destinations. Where no job has
 * the user any more, the deletion was withdrawn: canceled.
 */
export async function deletionStatuses(
  manager: EntityManager,
  regulation: { id: string; destinationIds: readonly string[] },
): Promise<DestinationDeletion[]> {
  const rows = await manager.query<
    { destination_id: string; state: DeletionState; reason: string | null }[]
  >(
    `select j.destination_id, j.state, j.reason
       from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
      where u.regulation_id = $1`,
    [regulation.id],
  );
  const jobs = new Map(rows.map((row) => [row.destination_id, row]));
  return regulation.destinationIds.map((destinationId) => {
    const job = jobs.get(destinationId);
    return {
      destinationId,
      status: job?.state ?? 'canceled',
      ...(typeof job?.reason === 'string' ? { reason: job.reason } : {}),
    };
  });
}
