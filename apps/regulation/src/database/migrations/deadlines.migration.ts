import { NumberedMigration, withShortLocks } from '@lethe/database';
import { LAWS } from '@lethe/contracts';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Stores when a person asked and by which law, extensions, and exceptions for deletions that cannot
 * be carried out. Code that does not know the state `excepted` would treat such a deletion as open,
 * so older code is excluded.
 */
export class DeadlinesMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 28;
  readonly oldestCode = 28;
  readonly title = 'deadlines';
  override readonly transaction = false; // for indexes that are built concurrently

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, ALTER_REGULATIONS);
    await withShortLocks(runner, ALTER_JOBS);
    await runner.query(
      `alter table ${SCHEMA}.deletion_jobs validate constraint deletion_jobs_state_check`,
    );
    for (const statement of FUNCTIONS) await runner.query(statement);
    await withShortLocks(runner, TRIGGERS);
    await runner.query(NOTE_FAILED_REGULATIONS);
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
      await runner.query(`create index concurrently ${name} on ${SCHEMA}.${definition}`);
    }
    await runner.query(`drop index concurrently if exists ${SCHEMA}.deletion_jobs_undone`);
  }
}

/** Same condition as `isUndone` in `overdue.ts`. */
const UNDONE = `(state in ('pending', 'running', 'failed') or (state = 'aborted' and retried_at is null))`;
/** Same condition as `UNDONE_REGULATION` in `overdue.ts`. */
const UNDONE_REGULATION = `due_at is not null and not canceled
  and (needs_attention or coalesce(deletion_status, 'overdue') = 'overdue')`;
const ENDED = `('complete', 'aborted', 'canceled', 'excepted')`;

// `received_at`: null if the person asked at `created_at`.
// `extension`: the one extension of the deadline, as `ExtensionDto` without `dueAt`.
// `needs_attention`: no deletion is open, and one failed permanently without a later retry or an
// exception. `settle-statuses.ts` writes it together with `deletion_status`.
const ALTER_REGULATIONS = [
  `alter table ${SCHEMA}.regulations
     add column if not exists received_at timestamptz,
     add column if not exists law text check (law in (${LAWS.map((law) => `'${law}'`).join(', ')})),
     add column if not exists extension jsonb,
     add column if not exists needs_attention boolean not null default false`,
];

// `due_at` of a job is the earliest deadline of its users. `later_due_at`: the next deadline of one
// of its users after `due_at` and after the last deadline that `settle-statuses.ts` has noticed;
// null if there is none.
// `exception`: why a person closed the job without a deletion, as `ExceptionDto`.
const ALTER_JOBS = [
  `alter table ${SCHEMA}.deletion_jobs
     add column if not exists later_due_at timestamptz,
     add column if not exists exception jsonb,
     drop constraint if exists deletion_jobs_state_check,
     add constraint deletion_jobs_state_check check (state in
       ('pending', 'running', 'complete', 'failed', 'aborted', 'canceled', 'excepted')) not valid`,
];

const FUNCTIONS = [
  // An exception ends a job that is already counted as aborted, so it also lowers that count.
  `create or replace function ${SCHEMA}.tally_ended_job() returns trigger language plpgsql as $function$
   begin
     if tg_op <> 'INSERT' and old.state in ${ENDED} then
       insert into ${SCHEMA}.deletion_tallies values (old.workspace_id, old.destination_id, old.state, -1);
     end if;
     if tg_op <> 'DELETE' and new.state in ${ENDED} then
       insert into ${SCHEMA}.deletion_tallies values (new.workspace_id, new.destination_id, new.state, 1);
     end if;
     return null;
   end
   $function$`,
];

const TRIGGERS = [
  ...['tally_new_job', 'tally_ended_job', 'tally_removed_job', 'note_ended_job'].map(
    (name) => `drop trigger if exists ${name} on ${SCHEMA}.deletion_jobs`,
  ),
  `create trigger tally_new_job after insert on ${SCHEMA}.deletion_jobs
     for each row when (new.state in ${ENDED}) execute function ${SCHEMA}.tally_ended_job()`,
  `create trigger tally_ended_job after update of state on ${SCHEMA}.deletion_jobs
     for each row when (new.state in ${ENDED} and old.state <> new.state)
     execute function ${SCHEMA}.tally_ended_job()`,
  `create trigger tally_removed_job after delete on ${SCHEMA}.deletion_jobs
     for each row when (old.state in ${ENDED}) execute function ${SCHEMA}.tally_ended_job()`,
  `create trigger note_ended_job before insert or update of state on ${SCHEMA}.deletion_jobs
     for each row when (new.state in ('complete', 'aborted', 'excepted'))
     execute function ${SCHEMA}.note_ended_job()`,
];

/** Until now, each of these regulations had a deletion that failed permanently. */
const NOTE_FAILED_REGULATIONS = `update ${SCHEMA}.regulations set needs_attention = true
  where deletion_status in ('partially_deleted', 'deletion_failed') and not canceled and not needs_attention`;

/** `deletion_jobs_by_due` replaces `deletion_jobs_undone`: with the id, pages have a fixed order. */
const INDEXES = {
  regulations_by_due: `regulations (workspace_id, due_at, id) where ${UNDONE_REGULATION}`,
  deletion_jobs_by_due: `deletion_jobs (workspace_id, due_at, id) include (destination_id, state, retried_at)
     where ${UNDONE}`,
  deletion_jobs_due_later: `deletion_jobs (later_due_at) where later_due_at is not null and ${UNDONE}`,
};
