import type { DeletionState, DestinationDeletionDto } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';

/**
 * Where the deletion of one regulation's user stands at each of its destinations. A destination
 * without a job was withdrawn: canceled.
 */
export async function deletionStates(
  manager: EntityManager,
  regulation: { id: string; destinationIds: readonly string[] },
): Promise<DestinationDeletionDto[]> {
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
