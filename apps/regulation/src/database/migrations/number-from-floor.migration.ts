import { setTimeout as sleep } from 'node:timers/promises';
import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

const LOCK_NOT_AVAILABLE = '55P03';
/** Short, because all other statements queue behind the lock that ALTER waits for. */
const LOCK_WAIT_MS = 200;
const RETRY_MS = 1_000;

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
    // An ALTER that waits for a backup would stop all writes meanwhile: it gives up, and tries again.
    while (!(await noteTransactions(runner))) await sleep(RETRY_MS);
    await runner.query(`drop index concurrently if exists ${SCHEMA}.suppressions_waiting`);
    await runner.query(
      `create index concurrently suppressions_waiting on ${SCHEMA}.suppressions
         (workspace_id, changed_in) where change_seq is null`,
    );
    await runner.query(`drop index concurrently if exists ${SCHEMA}.suppressions_unnumbered`);
  }
}

/** @returns false when another transaction has locked the table */
async function noteTransactions(runner: QueryRunner): Promise<boolean> {
  await runner.startTransaction();
  try {
    await runner.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    for (const statement of NOTE_TRANSACTIONS) await runner.query(statement);
    await runner.commitTransaction();
    return true;
  } catch (error) {
    await runner.rollbackTransaction();
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
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
