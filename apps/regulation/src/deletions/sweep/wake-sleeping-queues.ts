import { PLANNED_EACH_TIME, type DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { queuesOf, type DestinationQueue } from '../queues/destination-queue.js';
import { lockQueues, settleQueues } from '../queues/settle-queues.js';
import { DELETE, VERIFY, type ClaimTask } from '../claim/claim-task.js';
import { wakeQueues } from '../queues/wake-queues.js';

/**
 * Wakes sleeping destinations that have a waiting job. The process that stored the job may have
 * ended before it could wake the destination. Also frees destinations that still belong to a claim,
 * although none of their jobs is running. Jumps through the index from one destination to the next,
 * so the number of jobs does not matter.
 */
export async function wakeSleepingQueues(database: DatabaseConnection): Promise<void> {
  for (const task of [DELETE, VERIFY]) {
    await wakeQueues(database.query, await database.query<DestinationQueue>(asleep(task)), task);
  }
  const abandoned = await database.query<DestinationQueue>(ABANDONED);
  if (abandoned.length === 0) return;
  await database.transaction(async (manager) => {
    const queues = queuesOf(abandoned);
    await settleQueues(manager, await lockQueues(manager, queues, { skipLocked: true }));
  });
}

const IN_ORDER = 'order by j.workspace_id, j.destination_id, j.claimable_at, j.id limit 1';

const asleep = ({ table, isOffered, readyAt }: ClaimTask) => {
  const waiting = `select j.workspace_id, j.destination_id, j.claimable_at from ${table} j where ${isOffered}`;
  return `${PLANNED_EACH_TIME}
  with recursive first as (
    (${waiting} ${IN_ORDER})
    union all
    select next.* from first cross join lateral (
      ${waiting} and (j.workspace_id, j.destination_id) > (first.workspace_id, first.destination_id)
      ${IN_ORDER}) next
  )
  select first.workspace_id as "workspaceId", first.destination_id as "destinationId"
    from first left join ${SCHEMA}.deletion_lanes lane using (workspace_id, destination_id)
   where lane.${readyAt} is null or lane.${readyAt} > greatest(lane.delayed_until, first.claimable_at)`;
};

const ABANDONED = `${PLANNED_EACH_TIME}
  select lane.workspace_id as "workspaceId", lane.destination_id as "destinationId"
    from ${SCHEMA}.deletion_lanes lane
   where lane.claim_id is not null and not exists (
     select from ${SCHEMA}.deletion_jobs j where j.claim_id = lane.claim_id and j.state = 'running'
        and j.workspace_id = lane.workspace_id and j.destination_id = lane.destination_id)
     and not exists (
     select from ${SCHEMA}.deletion_verifications v where v.claim_id = lane.claim_id and v.state = 'running'
        and v.workspace_id = lane.workspace_id and v.destination_id = lane.destination_id)`;
