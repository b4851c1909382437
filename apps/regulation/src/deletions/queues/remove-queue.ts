import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { queueParameters, type DestinationQueue } from './destination-queue.js';
import { lockQueues, settleQueues } from './settle-queues.js';

/**
 * Removes the queue of a destination that is being deleted. If the destination is recreated with
 * the same id, it must be neither paused nor backing off. While a job is leased, the row of the
 * queue stays. The job is marked `orphaned`, so that no attempt follows the present one.
 */
export async function removeQueue(manager: EntityManager, queue: DestinationQueue): Promise<void> {
  const locked = await lockQueues(manager, [queue]);
  if (locked.length === 0) return;
  const [[workspaceId], [destinationId]] = queueParameters(locked);
  await manager.query(
    `update ${SCHEMA}.deletion_lanes set paused_at = null, paused_by = null
      where workspace_id = $1 and destination_id = $2`,
    [workspaceId, destinationId],
  );
  await manager.query(
    `update ${SCHEMA}.deletion_jobs set orphaned = true where id in (
       select id from ${SCHEMA}.deletion_jobs
        where workspace_id = $1 and destination_id = $2 and state = 'running'
        order by id for update)`,
    [workspaceId, destinationId],
  );
  await settleQueues(manager, locked, { work: true });
  await manager.query(
    `delete from ${SCHEMA}.deletion_lanes
      where workspace_id = $1 and destination_id = $2 and claim_id is null and ready_at = 'infinity'`,
    [workspaceId, destinationId],
  );
}
