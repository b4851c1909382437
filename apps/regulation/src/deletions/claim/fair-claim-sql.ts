import type { AttemptWorker } from '@lethe/contracts';
import { SCHEMA } from '../../database/schema-name.js';
import { DELETE, type ClaimTask } from './claim-task.js';
import { CLAIMS_ALLOWED } from './claims-allowed.js';

/**
 * Maximum number of destinations that one claim compares. Those that have been ready longest come
 * first.
 */
const WEIGHED = 2_000;
/**
 * If more destinations are ready, a claim also compares this many destinations of each workspace,
 * so that it misses no workspace.
 */
const WEIGHED_OF_EACH = 20;
/** Maximum number of jobs of one claim at destinations where one pass processes many jobs. */
const MOST_JOBS = 2_000;
/** Maximum number of slots of a worker that a workspace uses for each slot that stays free. */
const SHARE = 3;
/**
 * Number of additional destinations to read, because other claims may have locked some
 * destinations.
 */
const SPARE = 50;

export interface ClaimKind {
  readonly reporter: AttemptWorker;
  /**
   * SQL condition on `lane` that selects the destinations of this kind of worker. Its parameter is
   * $4.
   */
  readonly lanes: string;
}

/** A row of the result. It is a claimed job, or a destination without a job, which has no `id`. */
export interface ClaimedRow {
  readonly id: string | null;
  /** Id of the deletion job with the users. It differs from `id` for a verification. */
  readonly job_id: string | null;
  readonly workspace_id: string;
  readonly destination_id: string;
  readonly destination_type: string;
  readonly attempt: number;
  readonly accepted: { readonly statusUrl: string; readonly acceptedAt: string } | null;
  readonly progress: Record<string, unknown> | null;
  readonly lease_expires_at: Date;
  readonly traceparent: string | null;
}

/**
 * Returns the statement that claims jobs, or verifications of complete jobs. It takes the first
 * claimable one of up to $2 destinations. If the task takes many, or the type of a destination is in $5, it takes up to $6 jobs of this destination.
 * If the claim already has jobs, it gets these jobs again with a new lease, and no further jobs. It
 * gets no jobs from a database that the relay has not compared with the topics, see
 * `claims-allowed.ts`.
 *
 * Parameters:
 * - $1: id of the claim
 * - $2: maximum number of destinations
 * - $3: duration of the lease in milliseconds
 * - $4: parameter of `ClaimKind.lanes`
 * - $5: destination types at which one pass processes many jobs
 * - $6: maximum number of jobs in one pass
 * - $7: number of destinations to read (at least $2)
 * - $8: the worker whose slots workspaces share, or null
 *
 * The workspace with the fewest claimed destinations comes first. If several workspaces have
 * equally few claimed destinations, each claim chooses at random. Within a workspace, the
 * destination that was served longest ago comes first. If several workspaces have had deletions,
 * none gets more than three slots of a worker for each slot that stays free. But each workspace can
 * always use one slot. So a workspace whose deletions take hours leaves slots for other workspaces.
 * All times come from the clock of the database.
 *
 * The statement is as fast with 10,000,000 finished and 1,000,000 waiting jobs as with ten jobs. It
 * reads only the first entries of `deletion_jobs_offered`, once per destination. The rows to lock
 * are joined by `ctid`. With a join by key, the planner can decide to read all ready rows once for
 * each row to lock. That took 58 ms instead of 6 ms, with 1,000 destinations on a busy computer. A
 * changed row has another `ctid`, so the statement skips it. A job is also skipped if its type
 * differs from the type of its queue. `settleQueues` then corrects the type of the queue.
 *
 * @param kind kind of worker that claims. Jobs that a data plane claims are marked, because only
 *   data planes are allowed to report on them
 * @param task what the worker claims
 */
export function claimSql({ reporter, lanes }: ClaimKind, task: ClaimTask = DELETE): string {
  const { readyAt } = task;
  const offered = `lane.paused_at is null and lane.claim_id is null and lane.${readyAt} < 'infinity'`;
  const ready = `${offered} and lane.${readyAt} <= statement_timestamp() and ${lanes} and ${task.lanes}`;
  return `
  with recursive again as (
    update ${task.table} j
       set lease_expires_at = statement_timestamp() + $3::float8 * interval '1 millisecond'
     where claim_id = $1 and state = 'running' and lease_expires_at > statement_timestamp()
    returning ${claimedColumns(task)}
  ), front as materialized (
    select lane.ctid as place, lane.workspace_id, lane.served_at from ${SCHEMA}.deletion_lanes lane
     where ${ready} and not exists (select from again) and ${CLAIMS_ALLOWED}
     order by lane.${readyAt} limit ${WEIGHED}
  ), workspace as (
    (select lane.workspace_id from ${SCHEMA}.deletion_lanes lane
      where ${offered} and (select count(*) from front) = ${WEIGHED}
      order by lane.workspace_id limit 1)
    union all
    select next.workspace_id from workspace cross join lateral (
      select lane.workspace_id from ${SCHEMA}.deletion_lanes lane
       where ${offered} and lane.workspace_id > workspace.workspace_id
       order by lane.workspace_id limit 1) next
  ), ready as materialized (
    select * from front
    union
    select of_each.* from workspace cross join lateral (
      select lane.ctid as place, lane.workspace_id, lane.served_at from ${SCHEMA}.deletion_lanes lane
       where lane.workspace_id = workspace.workspace_id and ${ready}
       order by lane.${readyAt} limit ${WEIGHED_OF_EACH}) of_each
  ), weighed as (
    select r.place, hashtext(r.workspace_id || $1::text) as lot, coalesce(claimed.lanes, 0) + nth as turn,
           coalesce(claimed.here, 0) + nth as turn_here
      from (select ready.*, row_number() over (partition by workspace_id collate "C" order by served_at) as nth
              from ready) r
      left join (
        select workspace_id, count(*) as lanes, count(*) filter (where worker = $8::text) as here
          from ${SCHEMA}.deletion_lanes
         where claim_id is not null group by workspace_id) claimed using (workspace_id)
  ), ranked as materialized (
    select place, turn, lot from (
      select weighed.*, row_number() over (order by turn, lot) as position from weighed) w
     where $8::text is null or turn_here = 1 or turn_here <= ${SHARE} * ($2::int - position)
        or not (select min(workspace_id) < max(workspace_id) from ${SCHEMA}.deletion_lanes)
     order by turn, lot limit $7::int * 2 + ${SPARE}
  ), chosen as materialized (
    select lane.workspace_id, lane.destination_id, lane.destination_type, r.turn, r.lot
      from ranked r join ${SCHEMA}.deletion_lanes lane on lane.ctid = r.place
     where ${ready}
     order by r.turn, r.lot limit $7::int for update of lane skip locked
  ), found as materialized (
    select first.id, chosen.workspace_id, chosen.destination_id,
           dense_rank() over (order by turn, lot, chosen.workspace_id, chosen.destination_id) as nth
      from chosen cross join lateral (
        select j.id, j.destination_type from ${task.table} j
         where j.workspace_id = chosen.workspace_id and j.destination_id = chosen.destination_id
           and ${task.isOffered}
           and j.claimable_at <= statement_timestamp()
         order by j.claimable_at, j.id
         limit (case when ${task.takesMany} or chosen.destination_type = any($5::text[]) then least($6::int, ${MOST_JOBS} / (
           select count(*) from chosen many
            where ${task.takesMany} or many.destination_type = any($5::text[]))) else 1 end)
           for update skip locked) first
     where ${task.fits}
  ), taken as materialized (
    select id, workspace_id, destination_id from found where nth <= $2::int
  ), started as (
    update ${task.table} j
       set state = 'running', claim_id = $1, reason = null, ${markOf(reporter, task)}
           lease_expires_at = statement_timestamp() + $3::float8 * interval '1 millisecond',
           started_at = coalesce(j.started_at, statement_timestamp()), changed_at = statement_timestamp()
      from taken where j.id = taken.id
    returning ${claimedColumns(task)}
  ), served as (
    update ${SCHEMA}.deletion_lanes lane set claim_id = $1, worker = $8::text, served_at = statement_timestamp()
      from (select distinct workspace_id, destination_id from taken) t
     where lane.workspace_id = t.workspace_id and lane.destination_id = t.destination_id
  )
  select * from started
  union all select * from again
  union all
  select null, null, workspace_id, destination_id, destination_type, 0, null, null, null, null from chosen c
   where not exists (
     select from found where found.workspace_id = c.workspace_id and found.destination_id = c.destination_id)`;
}

/** SQL: the columns of a `ClaimedRow` of a row `j`. */
function claimedColumns({ jobId, accepted }: ClaimTask): string {
  return `j.id, ${jobId} as job_id, j.workspace_id, j.destination_id, j.destination_type, j.attempt,
              ${accepted} as accepted, j.progress, j.lease_expires_at, j.traceparent`;
}

/** SQL: marks a claimed row, if the type of its destination does not show who can report on it. */
function markOf(reporter: AttemptWorker, task: ClaimTask): string {
  if (task.name !== 'delete') return `worker = '${reporter}',`;
  return reporter === 'data_plane' ? 'data_plane_claim = $1,' : '';
}

/**
 * Returns the statement that reads the milliseconds until a destination of this kind can have a
 * claimable job. The statement returns no row if no destination of this kind has a waiting job. $1
 * is the parameter of the condition `lanes`.
 */
export function nextSql({ lanes }: ClaimKind, { readyAt }: ClaimTask = DELETE): string {
  return `
  select greatest(0, ceil(extract(epoch from lane.${readyAt} - statement_timestamp()) * 1000))::float8 as ms
    from ${SCHEMA}.deletion_lanes lane
   where lane.paused_at is null and lane.claim_id is null and lane.${readyAt} < 'infinity'
     and ${lanes.replaceAll('$4', '$1')}
   order by lane.${readyAt} limit 1`;
}

/**
 * Destinations of Lethe's deletion worker. $4 contains the workspaces in which data planes delete.
 * The condition excludes the destinations of these workspaces.
 */
export const OF_LETHE: ClaimKind = {
  reporter: 'lethe',
  lanes: `lane.destination_type <> 'CUSTOM' and lane.workspace_id <> all($4::text[])`,
};
/** Destinations at which data planes delete. $4 contains the workspaces of the data planes. */
export const OF_DATA_PLANES: ClaimKind = {
  reporter: 'data_plane',
  lanes: `lane.destination_type <> 'CUSTOM' and lane.workspace_id = any($4::text[])`,
};
/**
 * Destinations of self-hosted workers. $4 contains the workspace, and then the ids of destinations.
 * Without ids, the condition selects all destinations of the workspace.
 */
export const OF_OWN_WORKERS: ClaimKind = {
  reporter: 'own_worker',
  lanes: `lane.destination_type = 'CUSTOM' and lane.workspace_id = ($4::text[])[1]
       and (cardinality($4::text[]) = 1 or lane.destination_id = any(($4::text[])[2:]))`,
};
