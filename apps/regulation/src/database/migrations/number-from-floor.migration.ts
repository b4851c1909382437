import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Each suppression stores the transaction that took its number away, and those without a number are
 * found by it: so giving numbers need not walk over dead entries of numbered rows, which cannot be
 * vacuumed as long as an old snapshot is held. See `transaction-floor.ts`.
 *
 * The database notes the transaction itself, so code that knows nothing of it may run beside.
 * Existing rows are not rewritten: their transaction is 0, older than all. Begun anew after a
 * crash.
 */
export class NumberFromFloorMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 9;
  readonly oldestCode = 1;
  readonly title = 'number-from-floor';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, NOTE_TRANSACTIONS);
    await runner.query(`drop index concurrently if exists ${SCHEMA}.suppressions_waiting`);
    await runner.query(
      `create index concurrently suppressions_waiting on ${SCHEMA}.suppressions
         (workspace_id, changed_in) where change_seq is null`,
    );
    await runner.query(`drop index concurrently if exists ${SCHEMA}.suppressions_unnumbered`);
  }
}

const NOTE_TRANSACTIONS = [
  `alter table ${SCHEMA}.suppressions
     add column if not exists changed_in xid8 not null default '0'`,
  `alter table ${SCHEMA}.suppressions
     alter column changed_in set default pg_current_xact_id()`,
  `create or replace function ${SCHEMA}.note_changing_transaction()
     returns trigger language plpgsql as $function$
   begin
     new.changed_in := pg_current_xact_id();
     return new;
   end
   $function$`,
  `create or replace trigger note_changing_transaction
     before update on ${SCHEMA}.suppressions for each row
     when (new.change_seq is null and old.change_seq is not null)
     execute function ${SCHEMA}.note_changing_transaction()`,
];
