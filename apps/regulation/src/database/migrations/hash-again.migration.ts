import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Phone numbers and e-mail addresses are compared by other rules, so their hashes are made again, a batch at a time, by `hash-identifiers.ts`. Code
 * from before it writes no `hash_form`: its rows are hashed again as well.
 *
 * The index is built without a lock on writes, outside of a transaction; run again from its beginning after a crash. It replaces an earlier one.
 */
export class HashAgainMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 26;
  readonly oldestCode = 10;
  readonly title = 'hash-again';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      `alter table ${SCHEMA}.regulations add column if not exists hash_form smallint`,
      FORGET_HASHES,
    ]);
    await runner.query(`drop index concurrently if exists ${SCHEMA}.regulations_to_hash`);
    await runner.query(
      `create index concurrently regulations_to_hash on ${SCHEMA}.regulations (id) where hash_form is null
         and (jsonb_exists(attributes, 'email') or jsonb_exists(attributes, 'phone'))`,
    );
    await runner.query(`drop index concurrently if exists ${SCHEMA}.regulations_unhashed`);
  }
}

const FORGET_HASHES = `
  create or replace function ${SCHEMA}.forget_hashes() returns trigger language plpgsql as $function$
  begin
    new.email_hash := null;
    new.phone_hash := null;
    new.hash_form := null;
    return new;
  end
  $function$`;
