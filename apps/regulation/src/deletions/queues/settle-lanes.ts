import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { laneParameters, type Lane } from './lane.js';

/** A destination whose row this transaction has locked. */
export interface LockedLane extends Lane {
  readonly delays: number;
  readonly failures: number;
}

/**
 * Locks the rows of destinations, in their order. Whoever changes running jobs locks these first, then the jobs by
 * id.
 *
 * @param lanes as `lanesOf` returns them
 * @returns those that are there; with `skipLocked` only those that nobody else has locked
 */
export async function lockLanes(
  manager: EntityManager,
  lanes: readonly Lane[],
  { skipLocked = false } = {},
): Promise<LockedLane[]> {
  return manager.query(
    `select lane.workspace_id as "workspaceId", lane.destination_id as "destinationId", lane.delays, lane.failures
       from unnest($1::text[], $2::text[]) with ordinality as l (workspace_id, destination_id, position)
       join ${SCHEMA}.deletion_lanes lane using (workspace_id, destination_id)
      order by l.position for update of lane ${skipLocked ? 'skip locked' : ''}`,
    laneParameters(lanes),
  );
}

/**
 * Gives destinations back whose jobs are no longer out, and says when the next of their jobs may be claimed. A
 * statement of its own after `lockLanes`: it sees what was committed until then, and whoever commits a job later
 * waits for the lock to wake the destination. One statement that locks and looks would miss a job that is committed
 * in between. `is not distinct from` keeps PostgreSQL from the index of claims: it would go through all jobs of a claim once for each
 * of its destinations.
 *
 * @param lanes locked by this transaction
 * @param options.work they do what is asked of them: no delay counts any more
 */
export async function settleLanes(
  manager: EntityManager,
  lanes: readonly Lane[],
  { work = false } = {},
): Promise<void> {
  if (lanes.length === 0) return;
  await manager.query(
    `update ${SCHEMA}.deletion_lanes lane
        set claim_id = (
              select lane.claim_id where exists (
                select from ${SCHEMA}.deletion_jobs j
                 where j.workspace_id = lane.workspace_id and j.destination_id = lane.destination_id
                   and j.state = 'running' and j.claim_id is not distinct from lane.claim_id)),
            delays = case when $3::boolean then 0 else lane.delays end,
            failures = case when $3::boolean then 0 else lane.failures end,
            delayed_until = case when $3::boolean then null else lane.delayed_until end,
            ready_at = greatest(case when $3::boolean then null else lane.delayed_until end,
              coalesce(first.claimable_at, 'infinity')),
            destination_type = coalesce(first.destination_type, lane.destination_type)
       from unnest($1::text[], $2::text[]) as l (workspace_id, destination_id)
       left join lateral (
         select j.claimable_at, j.destination_type from ${SCHEMA}.deletion_jobs j
          where j.workspace_id = l.workspace_id and j.destination_id = l.destination_id
            and j.state in ('pending', 'failed') and not j.held
          order by j.claimable_at, j.id limit 1) first on true
      where lane.workspace_id = l.workspace_id and lane.destination_id = l.destination_id`,
    [...laneParameters(lanes), work],
  );
}
