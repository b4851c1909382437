import { SCHEMA } from '../../schema-name.js';

/** As `needsAttention` and `isUndone` of `overdue.ts` have it. */
const NEEDS_ATTENTION = `state = 'aborted' and retried_at is null`;
const UNDONE = `(state in ('pending', 'running', 'failed') or (${NEEDS_ATTENTION}))`;
const WAITING = `state in ('pending', 'failed')`;
const ENDED = `('complete', 'aborted', 'canceled')`;

/** By name. By time and not by id: so a span of time is a span of the index, and the oldest job of a state is the first there. */
const INDEXES = {
  deletion_jobs_by_state: '(workspace_id, state, created_at, id) include (destination_id)',
  deletion_jobs_by_destination: '(workspace_id, destination_id, state, created_at, id)',
  // Those waiting at one destination, among all that were ever done; and in the order in which they are offered.
  deletion_jobs_waiting: `(workspace_id, destination_id, id) where ${WAITING}`,
  deletion_jobs_offered: `(workspace_id, destination_id, claimable_at, id) where ${WAITING} and not held`,
  deletion_jobs_held: `(workspace_id, destination_id, id) where ${WAITING} and held`,
  deletion_jobs_running: `(lease_expires_at) where state = 'running'`,
  deletion_jobs_claimed: `(claim_id) where state = 'running'`,
  deletion_jobs_undone: `(workspace_id, due_at) include (destination_id, state, retried_at) where ${UNDONE}`,
  deletion_jobs_becoming_overdue: `(due_at) where ${UNDONE} and not overdue_settled`,
  deletion_jobs_needing_attention: `(workspace_id, created_at, id) include (destination_id)
     where ${NEEDS_ATTENTION}`,
  deletion_jobs_retryable: `(workspace_id, destination_id, created_at, id) where ${NEEDS_ATTENTION}`,
  deletion_jobs_to_retry: `(workspace_id, destination_id, created_at, id)
     where ${NEEDS_ATTENTION} and unretryable_at is null`,
  deletion_jobs_unretryable: `(workspace_id, destination_id, created_at)
     where ${NEEDS_ATTENTION} and unretryable_at is not null`,
  deletion_jobs_unsettled: '(id) where unsettled',
};

const JOBS = [
  // `held`: offered to no worker until it is released. `orphaned`: its destination was deleted while a worker had it.
  // `report_hash`: `hash-report.ts` of the last report that counted, so that the same report again is known from another one.
  // `history`: an array of `DeletionAttemptDto`, the oldest first, bounded by `with-attempt.ts`. In this row, which the end of an attempt
  // writes anyway: so both are one write under one lock, a report that is repeated adds nothing, and a job that is split takes its
  // history along.
  // `data_plane_claim`: the last claim by which the job was handed to a data plane of its workspace, as only its reports on it count.
  // `unsettled`: its regulations do not say yet how they stand. `overdue_settled`: that has been seen to since its time passed.
  // `retried_at`: when all its users who may be deleted were given to new jobs. `unretryable_at`: since when its remaining users cannot
  // be retried, as their identifiers were forgotten.
  //
  // What waits is taken from the front of an index, so what was taken must leave it soon: hence the vacuum.
  `create table ${SCHEMA}.deletion_jobs (
     id bigint generated always as identity primary key,
     workspace_id text not null,
     request_id uuid not null,
     destination_id text not null,
     destination_type text not null,
     state text not null default 'pending'
       check (state in ('pending', 'running', 'complete', 'failed', 'aborted', 'canceled')),
     attempt integer not null default 0 check (attempt >= 0),
     reason text,
     created_at timestamptz not null,
     changed_at timestamptz not null,
     held boolean not null default true,
     claimable_at timestamptz,
     due_at timestamptz,
     started_at timestamptz,
     finished_at timestamptz,
     claim_id uuid,
     lease_expires_at timestamptz,
     accepted jsonb,
     progress jsonb,
     record jsonb,
     unsettled boolean not null default false,
     overdue_settled boolean not null default false,
     retried_at timestamptz,
     orphaned boolean not null default false,
     report_hash bytea,
     traceparent text,
     history jsonb,
     data_plane_claim uuid,
     unretryable_at timestamptz
   ) with (autovacuum_vacuum_scale_factor = 0.01)`,
  ...Object.entries(INDEXES).map(
    ([name, definition]) => `create index ${name} on ${SCHEMA}.deletion_jobs ${definition}`,
  ),
  `create function ${SCHEMA}.note_ended_job() returns trigger language plpgsql as $function$
   begin
     new.unsettled := true;
     return new;
   end
   $function$`,
  `create trigger note_ended_job before insert or update of state on ${SCHEMA}.deletion_jobs
     for each row when (new.state in ('complete', 'aborted'))
     execute function ${SCHEMA}.note_ended_job()`,

  `create table ${SCHEMA}.deletion_job_users (
     job_id bigint not null references ${SCHEMA}.deletion_jobs on delete cascade,
     regulation_id uuid not null references ${SCHEMA}.regulations,
     primary key (job_id, regulation_id)
   )`,
  `create index deletion_job_users_by_regulation on ${SCHEMA}.deletion_job_users (regulation_id)`,
];

/** SQL: a destination may be claimed at. */
const IS_FREE = `paused_at is null and claim_id is null and ready_at < 'infinity'`;

const LANES = [
  // One row a destination that has had a job. Whoever claims at a destination locks its row.
  // `claim_id`: whose jobs of it are out; meanwhile nobody else gets any. `worker`: the worker of Lethe that has them; null where it is not
  // one of Lethe's. `ready_at`: not before; infinity when nothing waits. `failures`: in a row, whichever jobs they were of; `delays`:
  // how often in a row the destination asked to be left alone.
  `create table ${SCHEMA}.deletion_lanes (
     workspace_id text not null,
     destination_id text not null,
     destination_type text not null,
     ready_at timestamptz not null default 'infinity',
     served_at timestamptz not null default '-infinity',
     claim_id uuid,
     delayed_until timestamptz,
     delays integer not null default 0,
     paused_at timestamptz,
     paused_by text,
     worker text,
     failures integer not null default 0,
     primary key (workspace_id, destination_id)
   ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
  `create index deletion_lanes_ready on ${SCHEMA}.deletion_lanes (ready_at) where ${IS_FREE}`,
  // From one workspace to the next.
  `create index deletion_lanes_of_each on ${SCHEMA}.deletion_lanes (workspace_id, ready_at) where ${IS_FREE}`,
  `create index deletion_lanes_claimed on ${SCHEMA}.deletion_lanes (workspace_id)
     where claim_id is not null`,
  // At most one row: the identity of the database that was found to know what was told.
  `create table ${SCHEMA}.deletion_claims_allowed (
     single boolean primary key default true check (single),
     database text not null
   )`,
];

/**
 * How many deletion jobs have ended, by destination and state: to count 10 million of them takes five seconds, and nobody waits so long for
 * a summary. Each end is a row of its own, so that no report waits for another one; `fold-tallies.ts` makes one of many. By triggers, as
 * several statements end jobs.
 */
const TALLIES = [
  `create table ${SCHEMA}.deletion_tallies (
     workspace_id text not null,
     destination_id text not null,
     state text not null,
     jobs bigint not null
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000)`,
  `create index deletion_tallies_by_workspace on ${SCHEMA}.deletion_tallies (workspace_id)`,
  `create function ${SCHEMA}.tally_ended_job() returns trigger language plpgsql as $function$
   begin
     if tg_op = 'DELETE' then
       insert into ${SCHEMA}.deletion_tallies values (old.workspace_id, old.destination_id, old.state, -1);
     else
       insert into ${SCHEMA}.deletion_tallies values (new.workspace_id, new.destination_id, new.state, 1);
     end if;
     return null;
   end
   $function$`,
  `create trigger tally_new_job after insert on ${SCHEMA}.deletion_jobs
     for each row when (new.state in ${ENDED}) execute function ${SCHEMA}.tally_ended_job()`,
  `create trigger tally_ended_job after update of state on ${SCHEMA}.deletion_jobs
     for each row when (new.state in ${ENDED} and old.state <> new.state)
     execute function ${SCHEMA}.tally_ended_job()`,
  `create trigger tally_removed_job after delete on ${SCHEMA}.deletion_jobs
     for each row when (old.state in ${ENDED}) execute function ${SCHEMA}.tally_ended_job()`,
];

/** Deletion jobs with leases and times, a lane for each destination that has had one, and counts. */
export const DELETIONS = [...JOBS, ...LANES, ...TALLIES];
