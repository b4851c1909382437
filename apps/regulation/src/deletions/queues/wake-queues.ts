import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { DELETE, type ClaimTask } from '../claim/claim-task.js';
import { queueParameters, queuesOf, type DestinationQueue } from './destination-queue.js';

/**
 * Wakes the queues of destinations: a claim considers a destination as soon as its first job, or its
 * first verification, can be claimed. Must be called after the commit that made it claimable,
 * outside of that transaction. So transactions for one destination never wait for each other, and
 * no worker claims before the commit. If a process stops before this call, `wakeSleepingQueues`
 * wakes the destinations.
 *
 * @param query runs each statement in its own transaction
 * @param task what can be claimed
 */
export async function wakeQueues(
  query: RunQuery,
  destinations: readonly DestinationQueue[],
  task: ClaimTask = DELETE,
): Promise<void> {
  const queues = queuesOf(destinations);
  if (queues.length > 0) await query(wakeSql(task), queueParameters(queues));
}

/**
 * SQL: wakes queues. A queue gets the type of its first waiting job, because the destination may
 * have been recreated with another type under the same id. A verification does not change the type.
 */
function wakeSql({ name, table, readyAt, isOffered }: ClaimTask): string {
  const setsType = name === 'delete';
  return `
  insert into ${SCHEMA}.deletion_lanes as lane (workspace_id, destination_id, destination_type, ${readyAt})
  select l.workspace_id, l.destination_id, first.destination_type, first.claimable_at
    from unnest($1::text[], $2::text[]) with ordinality as l (workspace_id, destination_id, position)
   cross join lateral (
     select j.destination_type, j.claimable_at from ${table} j
      where j.workspace_id = l.workspace_id and j.destination_id = l.destination_id and ${isOffered}
      order by j.claimable_at, j.id limit 1) first
   order by l.position
  on conflict (workspace_id, destination_id) do update
    set ${readyAt} = least(lane.${readyAt}, greatest(lane.delayed_until, excluded.${readyAt}))
        ${setsType ? ', destination_type = excluded.destination_type' : ''}
  where lane.${readyAt} > greatest(lane.delayed_until, excluded.${readyAt})
     ${setsType ? 'or lane.destination_type <> excluded.destination_type' : ''}`;
}
