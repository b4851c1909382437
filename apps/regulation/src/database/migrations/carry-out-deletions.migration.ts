import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** Jobs of one statement: who cancels one of them waits for its end. */
const HELD_AT_ONCE = 5_000;

/**
 * Deletion jobs with leases and times, and a lane for each destination that has had one. Jobs of older code are held:
 * also those that it still inserts while it runs beside. Code that claims runs when all are.
 *
 * Outside of a transaction, so that no request waits for it, however many jobs there are; begun anew after a crash.
 */
export class CarryOutDeletionsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 10;
  readonly oldestCode = 10; // older code takes `delete` for `suppress`
  readonly title = 'carry-out-deletions';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, REGULATIONS);
    await withShortLocks(runner, JOBS);
    for (const statement of LANES) await runner.query(statement);
    await holdOlderJobs(runner);
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
      await runner.query(
        `create index concurrently ${name} on ${SCHEMA}.deletion_jobs ${definition}`,
      );
    }
  }
}

/** Locked by their ids, as a cancel locks them. Those of newer code say when they may be claimed. */
async function holdOlderJobs(runner: QueryRunner): Promise<void> {
  for (let last: string | null = '0'; last !== null;) {
    const rows = (await runner.query(
      `with older as materialized (
         select id from ${SCHEMA}.deletion_jobs
          where id > $1 and state in ('pending', 'failed') and not held and claimable_at is null
          order by id limit ${HELD_AT_ONCE} for update
       ), held as (
         update ${SCHEMA}.deletion_jobs j set held = true from older where j.id = older.id
       )
       select max(id) as last from older`,
      [last],
    )) as { last: string | null }[];
    last = rows[0]?.last ?? null;
  }
}

const REGULATIONS = [
  `alter table ${SCHEMA}.regulations add column if not exists identifiers_forgotten_at timestamptz`,
  `alter table ${SCHEMA}.regulations drop constraint if exists regulations_regulation_type_check`,
  // Not validated, as that takes a walk through the table: what the old one allowed, this one does.
  `alter table ${SCHEMA}.regulations add constraint regulations_regulation_type_check
     check (regulation_type in ('suppress', 'suppress_with_delete', 'delete')) not valid`,
];

const JOBS = [
  `alter table ${SCHEMA}.deletion_jobs
     alter column held set default true,
     add column if not exists claimable_at timestamptz,
     add column if not exists due_at timestamptz,
     add column if not exists started_at timestamptz,
     add column if not exists finished_at timestamptz,
     add column if not exists claim_id uuid,
     add column if not exists lease_expires_at timestamptz,
     add column if not exists accepted jsonb,
     add column if not exists progress jsonb,
     add column if not exists record jsonb`,
  // What waits is taken from the front of an index, so what was taken must leave it soon.
  `alter table ${SCHEMA}.deletion_jobs set (autovacuum_vacuum_scale_factor = 0.01)`,
];

const LANES = [
  // One row a destination that has had a job. Whoever claims at a destination locks its row.
  // `claim_id`: whose jobs of it are out; meanwhile nobody else gets any. `ready_at`: not before; infinity when
  // nothing waits.
  `create table if not exists ${SCHEMA}.deletion_lanes (
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
     primary key (workspace_id, destination_id)
   ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
  `create index if not exists deletion_lanes_ready on ${SCHEMA}.deletion_lanes (ready_at)
     where paused_at is null and claim_id is null and ready_at < 'infinity'`,
  `create index if not exists deletion_lanes_claimed on ${SCHEMA}.deletion_lanes (workspace_id)
     where claim_id is not null`,
];

const INDEXES = {
  // What waits at a destination, in the order in which it is offered.
  deletion_jobs_offered: `(workspace_id, destination_id, claimable_at, id)
     where state in ('pending', 'failed') and not held`,
  deletion_jobs_held: `(workspace_id, destination_id, id)
     where state in ('pending', 'failed') and held`,
  deletion_jobs_running: `(lease_expires_at) where state = 'running'`,
  deletion_jobs_claimed: `(claim_id) where state = 'running'`,
};
