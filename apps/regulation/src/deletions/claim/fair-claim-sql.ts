import type { AttemptWorker } from '@lethe/contracts';
import { SCHEMA } from '../../database/schema-name.js';
import { statesBefore } from '../../record/deletion-job-states.js';
import { CLAIMS_ALLOWED } from './claims-allowed.js';

/** Destinations that one claim weighs against each other: those that are ready for the longest time. */
const WEIGHED = 2_000;
/** Where more are ready than that: so many of each workspace as well, so that none is out of sight. */
const WEIGHED_OF_EACH = 20;
/** Most jobs that one claim takes of destinations one pass of which takes many. */
const MOST_JOBS = 2_000;
/** How many places of a worker a workspace may have for each place that is left free for others. */
const SHARE = 3;
/** Destinations that are looked at beyond those asked for: others may just be locked by another claim. */
const SPARE = 50;

/** A kind of worker. */
export interface ClaimKind {
  readonly reporter: AttemptWorker;
  /** SQL condition on `lane`: the destinations that it serves. Its parameter is $4. */
  readonly lanes: string;
}

/** A row of the answer: a job that was taken, or a destination where nothing was there to take. */
export interface ClaimedRow {
  readonly id: string | null;
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
 * The statement that takes jobs: of each of up to $2 destinations the first that may be claimed, of types in $5 up
 * to $6 of them. What the claim has already is given again, with a new lease, and then nothing else. Nothing is taken
 * from a database of which the relay has not found that it knows what was told: see `claims-allowed.ts`.
 *
 * Parameters: $1 the claim, $2 most destinations, $3 milliseconds of the lease, $4 the kind's own, see `kind`,
 * $5 types one pass of which takes many jobs, $6 how many, $7 destinations to look at, at least $2, $8 the worker
 * whose places are shared, null where there is nothing to share.
 *
 * Fair between workspaces first: the workspace with the fewest destinations out comes first, a draw decides between
 * equals. Within a workspace, the destination that was served the longest time ago. Where several workspaces have
 * had deletions, none gets more of a worker's places than three for each that stays free, but always one: whoever
 * is slow for hours leaves places for the others. All times are those of the database.
 *
 * 10,000,000 finished and 1,000,000 waiting jobs cost as little as ten: the front of `deletion_jobs_offered` is read
 * once a destination. The rows to lock are joined by their place: by their key, or by none, the planner may read all
 * that are ready once for each (58 ms, so 6, with 1,000 destinations on a busy machine). A row that was changed
 * meanwhile is at another place, and is passed over. A job of another type than its destination seems to have is
 * passed over too: settling the destination corrects that.
 *
 * @param kind who claims: it is stored which jobs data planes had, as only they may report on those
 */
export function claimSql({ reporter, lanes }: ClaimKind): string {
  const offered = `lane.paused_at is null and lane.claim_id is null and lane.ready_at < 'infinity'`;
  const ready = `${offered} and lane.ready_at <= statement_timestamp() and ${lanes}`;
  return `
  with recursive again as (
    update ${SCHEMA}.deletion_jobs
       set lease_expires_at = statement_timestamp() + $3::float8 * interval '1 millisecond'
     where claim_id = $1 and state = 'running' and lease_expires_at > statement_timestamp()
    returning id, workspace_id, destination_id, destination_type, attempt, accepted, progress, lease_expires_at,
              traceparent
  ), front as materialized (
    select lane.ctid as place, lane.workspace_id, lane.served_at from ${SCHEMA}.deletion_lanes lane
     where ${ready} and not exists (select from again) and ${CLAIMS_ALLOWED}
     order by lane.ready_at limit ${WEIGHED}
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
       order by lane.ready_at limit ${WEIGHED_OF_EACH}) of_each
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
        select j.id, j.destination_type from ${SCHEMA}.deletion_jobs j
         where j.workspace_id = chosen.workspace_id and j.destination_id = chosen.destination_id
           and j.state in ${statesBefore('running')} and not j.held
           and j.claimable_at <= statement_timestamp()
         order by j.claimable_at, j.id
         limit (case when chosen.destination_type = any($5::text[]) then least($6::int, ${MOST_JOBS} / (
           select count(*) from chosen many where many.destination_type = any($5::text[]))) else 1 end)
           for update skip locked) first
     where first.destination_type = chosen.destination_type
  ), taken as materialized (
    select id, workspace_id, destination_id from found where nth <= $2::int
  ), started as (
    update ${SCHEMA}.deletion_jobs j
       set state = 'running', claim_id = $1, reason = null,${reporter === 'data_plane' ? ' data_plane_claim = $1,' : ''}
           lease_expires_at = statement_timestamp() + $3::float8 * interval '1 millisecond',
           started_at = coalesce(j.started_at, statement_timestamp()), changed_at = statement_timestamp()
      from taken where j.id = taken.id
    returning j.id, j.workspace_id, j.destination_id, j.destination_type, j.attempt, j.accepted, j.progress,
              j.lease_expires_at, j.traceparent
  ), served as (
    update ${SCHEMA}.deletion_lanes lane set claim_id = $1, worker = $8::text, served_at = statement_timestamp()
      from (select distinct workspace_id, destination_id from taken) t
     where lane.workspace_id = t.workspace_id and lane.destination_id = t.destination_id
  )
  select * from started
  union all select * from again
  union all
  select null, workspace_id, destination_id, destination_type, 0, null, null, null, null from chosen c
   where not exists (
     select from found where found.workspace_id = c.workspace_id and found.destination_id = c.destination_id)`;
}

/** Milliseconds until a destination of this kind may have something; no row when none has. Its parameter is $1. */
export function nextSql({ lanes }: ClaimKind): string {
  return `
  select greatest(0, ceil(extract(epoch from lane.ready_at - statement_timestamp()) * 1000))::float8 as ms
    from ${SCHEMA}.deletion_lanes lane
   where lane.paused_at is null and lane.claim_id is null and lane.ready_at < 'infinity'
     and ${lanes.replaceAll('$4', '$1')}
   order by lane.ready_at limit 1`;
}

/** What Lethe's own worker serves; $4: workspaces whose data planes delete. */
export const OF_LETHE: ClaimKind = {
  reporter: 'lethe',
  lanes: `lane.destination_type <> 'CUSTOM' and lane.workspace_id <> all($4::text[])`,
};
/** What data planes serve; $4: their workspaces. */
export const OF_DATA_PLANES: ClaimKind = {
  reporter: 'data_plane',
  lanes: `lane.destination_type <> 'CUSTOM' and lane.workspace_id = any($4::text[])`,
};
/** What people's own workers serve; $4: the workspace, then the destinations. */
export const OF_OWN_WORKERS: ClaimKind = {
  reporter: 'own_worker',
  lanes: `lane.destination_type = 'CUSTOM' and lane.workspace_id = ($4::text[])[1]
       and (cardinality($4::text[]) = 1 or lane.destination_id = any(($4::text[])[2:]))`,
};
