import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { queueParameters, queuesOf, type DestinationQueue } from './destination-queue.js';

/**
 * Wakes the queues of destinations: a claim considers a destination as soon as its first job can be
 * claimed. Must be called after the commit that made jobs claimable, outside of that transaction.
 * So transactions for one destination never wait for each other, and no worker claims before the
 * commit. A queue gets the type of its first waiting job, because the destination may have been
 * recreated with another type under the same id. If a process stops before this call,
 * `wakeSleepingQueues` wakes the destinations.
 *
 * @param query runs each statement in its own transaction
 */
export async function wakeQueues(
  query: RunQuery,
  destinations: readonly DestinationQueue[],
): Promise<void> {
  const queues = queuesOf(destinations);
  if (queues.length === 0) return;
  await query(
    `insert into ${SCHEMA}.deletion_lanes as lane
       (workspace_id, destination_id, destination_type, ready_at)
     select l.workspace_id, l.destination_id, first.destination_type, first.claimable_at
       from unnest($1::text[], $2::text[]) with ordinality as l (workspace_id, destination_id, position)
      cross join lateral (
        select j.destination_type, j.claimable_at from ${SCHEMA}.deletion_jobs j
         where j.workspace_id = l.workspace_id and j.destination_id = l.destination_id
           and j.state in ('pending', 'failed') and not j.held
         order by j.claimable_at, j.id limit 1) first
      order by l.position
     on conflict (workspace_id, destination_id) do update
       set ready_at = least(lane.ready_at, greatest(lane.delayed_until, excluded.ready_at)),
           destination_type = excluded.destination_type
     where lane.ready_at > greatest(lane.delayed_until, excluded.ready_at)
        or lane.destination_type <> excluded.destination_type`,
    queueParameters(queues),
  );
}

/**
 * Wakes the queues of destinations with waiting verifications, like `wakeQueues` for deletions.
 *
 * @param query runs each statement in its own transaction
 */
export async function wakeForVerifications(
  query: RunQuery,
  destinations: readonly DestinationQueue[],
): Promise<void> {
  const queues = queuesOf(destinations);
  if (queues.length === 0) return;
  await query(
    `insert into ${SCHEMA}.deletion_lanes as lane
       (workspace_id, destination_id, destination_type, verify_at)
     select l.workspace_id, l.destination_id, first.destination_type, first.claimable_at
       from unnest($1::text[], $2::text[]) with ordinality as l (workspace_id, destination_id, position)
      cross join lateral (
        select v.destination_type, v.claimable_at from ${SCHEMA}.deletion_verifications v
         where v.workspace_id = l.workspace_id and v.destination_id = l.destination_id
           and v.state in ('pending', 'failed')
         order by v.claimable_at, v.id limit 1) first
      order by l.position
     on conflict (workspace_id, destination_id) do update
       set verify_at = least(lane.verify_at, greatest(lane.delayed_until, excluded.verify_at))
     where lane.verify_at > greatest(lane.delayed_until, excluded.verify_at)`,
    queueParameters(queues),
  );
}
