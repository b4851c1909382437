import { SCHEMA } from '../../schema-name.js';

/** Same conditions as `needsAttention` and `isUndone` in `overdue.ts`. */
const NEEDS_ATTENTION = `state = 'aborted' and retried_at is null`;
const UNDONE = `(state in ('pending', 'running', 'failed') or (${NEEDS_ATTENTION}))`;
const WAITING = `state in ('pending', 'failed')`;
const ENDED = `('complete', 'aborted', 'canceled')`;

/**
 * Indexes, by name. Where an index has a time and an id, the time comes first. So the jobs of a
 * range of times are one range of the index, and the oldest job comes first.
 */
const INDEXES = {
  deletion_jobs_by_state: '(workspace_id, state, created_at, id) include (destination_id)',
  deletion_jobs_by_destination: '(workspace_id, destination_id, state, created_at, id)',
  // The next three indexes contain only waiting jobs. Workers get the jobs of a destination in the
  // sequence of `deletion_jobs_offered`.
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
  // `held`: the job is on hold, so workers do not get it until an operator releases it.
  // `orphaned`: the destination was deleted while a worker had leased the job.
  // `report_hash`: hash of the last accepted report (`hash-report.ts`), to recognise a repeated
  // report.
  // `history`: array of `DeletionAttemptDto`, oldest first, limited by `with-attempt.ts`. The
  // history is a column of this table because the end of an attempt writes the row anyway.
  // `data_plane_claim`: last claim with which a data plane of the workspace leased the job. Data
  // planes do not name their claim in a report. So their reports are accepted only while this
  // claim, or no claim, has leased the job.
  // `unsettled`: the statuses of the regulations of this job are not updated yet.
  // `overdue_settled`: the statuses of these regulations were updated after the deadline of the
  // job.
  // `retried_at`: time when all users of the job had a new job. Users of canceled regulations do
  // not count.
  // `unretryable_at`: time since which the remaining users cannot be retried, because their
  // identifiers were purged.
  //
  // Vacuum runs often, because a claim reads jobs from the front of an index, and dead entries
  // there slow the claim down.
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

const IS_FREE = `paused_at is null and claim_id is null and ready_at < 'infinity'`;

const QUEUES = [
  // One row for each destination that has had a job or was paused. A claim locks the row.
  // `claim_id`: claim that has leased jobs of the destination. Until this claim ends, no other
  // claim gets jobs of the destination. `worker`: the worker of Lethe that has leased the jobs;
  // null for other workers. `ready_at`: earliest time of the next claim; infinity if no job waits.
  // `failures`: number of consecutive failures of jobs of the destination. `delays`: number of
  // consecutive delays that the destination asked for.
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
  // With this index, a query can skip from one workspace to the next.
  `create index deletion_lanes_of_each on ${SCHEMA}.deletion_lanes (workspace_id, ready_at) where ${IS_FREE}`,
  `create index deletion_lanes_claimed on ${SCHEMA}.deletion_lanes (workspace_id)
     where claim_id is not null`,
  // At most one row. It contains the identity of the database that the relay has compared with the
  // topics, see `claims-allowed.ts`.
  `create table ${SCHEMA}.deletion_claims_allowed (
     single boolean primary key default true check (single),
     database text not null
   )`,
];

/**
 * Number of ended deletion jobs by destination and state. Counting 10 million jobs takes five
 * seconds, which is too long for a summary. Each ended job adds a row, so that reports do not wait
 * for each other. `compact-tallies.ts` compacts the rows. Triggers write the rows, because several
 * statements end jobs.
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

export const DELETIONS = [...JOBS, ...QUEUES, ...TALLIES];
