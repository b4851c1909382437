import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { laneParameters, type Lane } from './lane.js';
import { lockLanes, settleLanes } from './settle-lanes.js';

/**
 * Forgets a destination that is being deleted: one that is made anew under its id is neither paused nor left alone.
 * While a job of it is out, its row stays; the job is marked, and ends with this attempt whatever comes of it.
 */
export async function forgetLane(manager: EntityManager, lane: Lane): Promise<void> {
  const locked = await lockLanes(manager, [lane]);
  if (locked.length === 0) return;
  const [[workspaceId], [destinationId]] = laneParameters(locked);
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
  await settleLanes(manager, locked, { work: true });
  await manager.query(
    `delete from ${SCHEMA}.deletion_lanes
      where workspace_id = $1 and destination_id = $2 and claim_id is null and ready_at = 'infinity'`,
    [workspaceId, destinationId],
  );
}
