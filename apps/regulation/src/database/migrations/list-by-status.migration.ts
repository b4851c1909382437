import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * How deletion regulations stand, so that a page of a list reads what it shows also when few of millions have
 * the status. Written by `settle-statuses.ts`, soon after a job has become final: not in the transaction of
 * the report, which would double its rows, and in which two jobs of one regulation would not see each other
 * end.
 *
 * The indexes are built without a lock on writes, outside of a transaction; begun anew after a crash.
 */
export class ListByStatusMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 11;
  readonly oldestCode = 10;
  readonly title = 'list-by-status';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, REGULATIONS);
    await runner.query(
      `alter table ${SCHEMA}.regulations validate constraint regulations_deletion_status_check`,
    );
    await withShortLocks(runner, JOBS);
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
      await runner.query(`create index concurrently ${name} on ${SCHEMA}.${definition}`);
    }
    // Those of older code; last, as they are looked for from now on.
    await runner.query(
      `update ${SCHEMA}.deletion_jobs set unsettled = true where state in ('complete', 'aborted')`,
    );
  }
}

const REGULATIONS = [
  // Null while a deletion is open. `overdue`: so is `deleting`, past the time by which it has to be done.
  // `done_at`: since when its personal data is needed no more; null for regulations of older code; infinity for one
  // that was canceled while a job of it was out.
  `alter table ${SCHEMA}.regulations
     add column if not exists deletion_status text,
     add column if not exists done_at timestamptz`,
  `alter table ${SCHEMA}.regulations drop constraint if exists regulations_deletion_status_check`,
  // Validated later, without a lock on writes.
  `alter table ${SCHEMA}.regulations add constraint regulations_deletion_status_check check (
     deletion_status in ('overdue', 'deleted', 'partially_deleted', 'deletion_failed')) not valid`,
];

const JOBS = [
  // `unsettled`: its regulations do not say yet how they stand.
  `alter table ${SCHEMA}.deletion_jobs
     add column if not exists unsettled boolean not null default false,
     add column if not exists overdue_settled boolean not null default false`,
  `create or replace function ${SCHEMA}.note_ended_job() returns trigger language plpgsql as $function$
   begin
     new.unsettled := true;
     return new;
   end
   $function$`,
  `create or replace trigger note_ended_job before insert or update of state on ${SCHEMA}.deletion_jobs
     for each row when (new.state in ('complete', 'aborted'))
     execute function ${SCHEMA}.note_ended_job()`,
];

const TYPE_AND_STATUS = `case when canceled or regulation_type = 'suppress' then null
  else regulation_type || ' ' || coalesce(deletion_status, 'deleting') end`;

const INDEXES = {
  deletion_jobs_unsettled: 'deletion_jobs (id) where unsettled',
  deletion_jobs_falling_due: `deletion_jobs (due_at)
     where state in ('pending', 'failed', 'running') and not overdue_settled`,
  // Of the type `delete`, as `ListByFilterMigration` has it for the others.
  regulations_only_delete_active: `regulations (workspace_id, id nulls first)
     where regulation_type = 'delete' and not canceled`,
  regulations_only_delete_canceled: `regulations (workspace_id, id nulls first)
     where regulation_type = 'delete' and canceled`,
  // One expression, not columns: see `list-conditions.ts`, which has the same.
  regulations_by_status: `regulations (workspace_id, (${TYPE_AND_STATUS}), id nulls first)
     where ${TYPE_AND_STATUS} is not null`,
  regulations_to_forget: `regulations (done_at)
     where done_at is not null and identifiers_forgotten_at is null`,
};
