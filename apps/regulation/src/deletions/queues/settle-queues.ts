import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { queueParameters, type DestinationQueue } from './destination-queue.js';

export interface LockedLane extends DestinationQueue {
  readonly delays: number;
  readonly failures: number;
}

/**
 * Locks the rows of destination queues, in the sequence of `lanes`. Every transaction that changes
 * running jobs locks these rows first, then the jobs by id.
 *
 * @param lanes as `queuesOf` returns them
 * @returns the locked rows. Missing rows are left out. With `skipLocked`, rows that another
 *   transaction has locked are left out too
 */
export async function lockQueues(
  manager: EntityManager,
  lanes: readonly DestinationQueue[],
  { skipLocked = false } = {},
): Promise<LockedLane[]> {
  return manager.query(
    `select lane.workspace_id as "workspaceId", lane.destination_id as "destinationId", lane.delays, lane.failures
       from unnest($1::text[], $2::text[]) with ordinality as l (workspace_id, destination_id, position)
       join ${SCHEMA}.deletion_lanes lane using (workspace_id, destination_id)
      order by l.position for update of lane ${skipLocked ? 'skip locked' : ''}`,
    queueParameters(lanes),
  );
}

/**
 * Frees destinations that have no leased job and no leased verification, and sets the times of
 * their next claims.
 *
 * This is a separate statement after `lockQueues`, so it sees all earlier commits. A transaction
 * that commits a job later must wait for the lock before it can wake the destination. A single
 * statement that locks and reads would miss a job that is committed while the statement waits for
 * the lock.
 *
 * `is not distinct from` keeps PostgreSQL from using the index of claims. With that index,
 * PostgreSQL would read all jobs of a claim once for each destination of the claim.
 *
 * @param lanes locked by this transaction
 * @param options.work true if the destinations work; this resets their delays and failures
 */
export async function settleQueues(
  manager: EntityManager,
  lanes: readonly DestinationQueue[],
  { work = false } = {},
): Promise<void> {
  if (lanes.length === 0) return;
  await manager.query(
    `update ${SCHEMA}.deletion_lanes lane
        set claim_id = (
              select lane.claim_id where exists (
                select from ${SCHEMA}.deletion_jobs j
                 where j.workspace_id = lane.workspace_id and j.destination_id = lane.destination_id
                   and j.state = 'running' and j.claim_id is not distinct from lane.claim_id)
                 or exists (
                select from ${SCHEMA}.deletion_verifications v
                 where v.claim_id = lane.claim_id and v.state = 'running'
                   and v.workspace_id = lane.workspace_id and v.destination_id = lane.destination_id)),
            delays = case when $3::boolean then 0 else lane.delays end,
            failures = case when $3::boolean then 0 else lane.failures end,
            delayed_until = case when $3::boolean then null else lane.delayed_until end,
            ready_at = greatest(case when $3::boolean then null else lane.delayed_until end,
              coalesce(first.claimable_at, 'infinity')),
            verify_at = greatest(case when $3::boolean then null else lane.delayed_until end,
              coalesce(check_first.claimable_at, 'infinity')),
            destination_type = coalesce(first.destination_type, lane.destination_type)
       from unnest($1::text[], $2::text[]) as l (workspace_id, destination_id)
       left join lateral (
         select j.claimable_at, j.destination_type from ${SCHEMA}.deletion_jobs j
          where j.workspace_id = l.workspace_id and j.destination_id = l.destination_id
            and j.state in ('pending', 'failed') and not j.held
          order by j.claimable_at, j.id limit 1) first on true
       left join lateral (
         select v.claimable_at from ${SCHEMA}.deletion_verifications v
          where v.workspace_id = l.workspace_id and v.destination_id = l.destination_id
            and v.state in ('pending', 'failed')
          order by v.claimable_at, v.id limit 1) check_first on true
      where lane.workspace_id = l.workspace_id and lane.destination_id = l.destination_id`,
    [...queueParameters(lanes), work],
  );
}
