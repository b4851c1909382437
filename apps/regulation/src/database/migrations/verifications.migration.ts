import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Stores verifications, which ask the destination of a complete deletion again. Also stores the
 * destinations for which `destinationIds: ["*"]` stands in an order.
 *
 * Deletions that were ordered before this migration have no `verify_after_seconds`, so no
 * verification follows from them. A person can still order one. The same holds for deletions that
 * an older process orders during an upgrade. Of a deletion that an older process completes, no
 * verification follows either.
 *
 * Code that does not know the table would purge the identifiers of users, and keep the texts of
 * their verifications. So older code is excluded.
 */
export class VerificationsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 29;
  readonly oldestCode = 29;
  readonly title = 'verifications';
  override readonly transaction = false; // for indexes that are built concurrently

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, ALTER_JOBS);
    await runner.query(
      `alter table ${SCHEMA}.deletion_jobs validate constraint deletion_jobs_verify_after_seconds_check`,
    );
    await withShortLocks(runner, CREATE_VERIFICATIONS);
    await withShortLocks(runner, ALTER_QUEUES);
    await withShortLocks(runner, CREATE_DESTINATION_LISTS);
    for (const [name, definition] of Object.entries(QUEUE_INDEXES)) {
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
      await runner.query(`create index concurrently ${name} on ${SCHEMA}.${definition}`);
    }
  }
}

// `verify_after_seconds`: time from the completion until the destination is asked again; null if it
// is never asked. It is the setting of the workspace when the deletion was ordered.
// `first_completed_at`: time at which the deletion of the users was complete first, if a verification
// found their data again and ordered this job; otherwise null. No verification orders a further job
// after it, and it does not prolong the retention of identifiers.
const ALTER_JOBS = [
  `alter table ${SCHEMA}.deletion_jobs
     add column if not exists verify_after_seconds integer,
     add column if not exists first_completed_at timestamptz,
     drop constraint if exists deletion_jobs_verify_after_seconds_check,
     add constraint deletion_jobs_verify_after_seconds_check check (verify_after_seconds > 0) not valid`,
];

const WAITING = `state in ('pending', 'failed')`;

const INDEXES = {
  verifications_of_job: '(job_id, id)',
  verifications_offered: `(workspace_id, destination_id, claimable_at, id) where ${WAITING}`,
  verifications_running: `(lease_expires_at) where state = 'running'`,
  verifications_claimed: `(claim_id, workspace_id, destination_id) where state = 'running'`,
  verifications_waiting: `(due_at) where ${WAITING}`,
  verifications_found: `(workspace_id, job_id) where still_found is not null`,
  verifications_alarming: '(id) where alarm',
};

/** A job has one verification from its order, and at most one open one that a person ordered. */
const UNIQUE_INDEXES = {
  verifications_of_order: '(job_id) where ordered_by is null',
  verifications_open: `(job_id) where ordered_by is not null and state in ('pending', 'running', 'failed')`,
};

/**
 * A verification asks the destination of a complete deletion job again, for the users of that job.
 * Workers claim it like a deletion job, from the queue of the destination, so the columns that a
 * claim uses have the same names and meanings as those of `deletion_jobs`. The reference to the jobs
 * locks their table, so the statements need a short lock.
 */
const CREATE_VERIFICATIONS = [
  // `id`: from the sequence of the deletion jobs, so that an id names either a job or a verification.
  // `due_at`: from this time, the destination is asked. `claimable_at` is later after a failure.
  // `ordered_by`: name of the token that ordered it; null if it follows from the order of the deletion.
  // `worker`: kind of the worker that claimed last. Only this kind can report.
  // `found`: number of rows, keys or records by id of a regulation; only users with data.
  // `doubtful`: ids of regulations whose answer is in doubt.
  // `still_found`: the part of `found` that no later verification or exception has settled; null if none.
  // `alarm`: data of a suppressed user was found, and no later verification has settled that.
  `create table if not exists ${SCHEMA}.deletion_verifications (
     id bigint primary key default nextval('${SCHEMA}.deletion_jobs_id_seq'),
     job_id bigint not null references ${SCHEMA}.deletion_jobs on delete cascade,
     workspace_id text not null,
     destination_id text not null,
     destination_type text not null,
     state text not null default 'pending'
       check (state in ('pending', 'running', 'failed', 'absent', 'found', 'cannot_be_checked')),
     attempt integer not null default 0 check (attempt >= 0),
     reason text,
     created_at timestamptz not null,
     changed_at timestamptz not null,
     due_at timestamptz not null,
     claimable_at timestamptz not null,
     started_at timestamptz,
     finished_at timestamptz,
     claim_id uuid,
     lease_expires_at timestamptz,
     worker text,
     progress jsonb,
     record jsonb,
     found jsonb,
     doubtful jsonb,
     still_found jsonb,
     alarm boolean not null default false,
     report_hash bytea,
     traceparent text,
     ordered_by text
   ) with (autovacuum_vacuum_scale_factor = 0.01)`,
  ...Object.entries(INDEXES).map(
    ([name, definition]) =>
      `create index if not exists ${name} on ${SCHEMA}.deletion_verifications ${definition}`,
  ),
  ...Object.entries(UNIQUE_INDEXES).map(
    ([name, definition]) =>
      `create unique index if not exists ${name} on ${SCHEMA}.deletion_verifications ${definition}`,
  ),
];

const CREATE_DESTINATION_LISTS = [
  // Destinations of a workspace at the time of an order. Equal lists are stored once.
  // `destination_ids`: destinations that can delete, all of them.
  // `not_deleted`: the first of the others, as `NotDeletedDto`. `not_deleted_count` counts all.
  `create table if not exists ${SCHEMA}.destination_lists (
     workspace_id text not null,
     hash bytea not null,
     destination_ids text[] not null check (cardinality(destination_ids) > 0),
     not_deleted jsonb not null,
     not_deleted_count integer not null,
     primary key (workspace_id, hash)
   )`,
  // Requests with `destinationIds: ["*"]`, by the `request_id` of their regulations.
  `create table if not exists ${SCHEMA}.destination_lists_of_requests (
     request_id uuid primary key,
     workspace_id text not null,
     hash bytea not null
   )`,
];

// `verify_at`: earliest time of the next claim of a verification; infinity if none waits.
const ALTER_QUEUES = [
  `alter table ${SCHEMA}.deletion_lanes
     add column if not exists verify_at timestamptz not null default 'infinity'`,
];

const IS_FREE_TO_VERIFY = `paused_at is null and claim_id is null and verify_at < 'infinity'`;

const QUEUE_INDEXES = {
  deletion_lanes_to_verify: `deletion_lanes (verify_at) where ${IS_FREE_TO_VERIFY}`,
  // With this index, a query can skip from one workspace to the next.
  deletion_lanes_to_verify_of_each: `deletion_lanes (workspace_id, verify_at) where ${IS_FREE_TO_VERIFY}`,
};
