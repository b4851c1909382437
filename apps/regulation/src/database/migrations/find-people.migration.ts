import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Users are found by e-mail address and phone number, as keyed hashes, and by the beginning of their ids. The index of users has the order of
 * bytes now: it serves what it served before, and prefixes, and costs no more.
 *
 * The indexes are built without a lock on writes, outside of a transaction; begun anew after a crash.
 */
export class FindPeopleMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 19;
  readonly oldestCode = 10;
  readonly title = 'find-people';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      // Empty where an identifier is there, and holds nothing to compare. Null in rows of older code, and without a key.
      `alter table ${SCHEMA}.regulations
         add column if not exists email_hash bytea,
         add column if not exists phone_hash bytea`,
      FORGET_HASHES,
      `create or replace trigger forget_hashes before update of attributes on ${SCHEMA}.regulations
         for each row execute function ${SCHEMA}.forget_hashes()`,
    ]);
    for (const [name, definition] of Object.entries(INDEXES)) {
      if (await isValid(runner, name)) continue; // of a run before a crash: it may be in use already
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
      await runner.query(
        `create index concurrently ${name} on ${SCHEMA}.regulations ${definition}`,
      );
    }
    await runner.query(`drop index concurrently if exists ${SCHEMA}.regulations_by_user`);
  }
}

/** Hashes go with what they are of, also when older code forgets it. */
const FORGET_HASHES = `
  create or replace function ${SCHEMA}.forget_hashes() returns trigger language plpgsql as $function$
  begin
    new.email_hash := null;
    new.phone_hash := null;
    return new;
  end
  $function$`;

const INDEXES = {
  regulations_of_user: '(workspace_id, user_id text_pattern_ops, id)',
  regulations_by_email: '(workspace_id, email_hash) where email_hash is not null',
  regulations_by_phone: '(workspace_id, phone_hash) where phone_hash is not null',
  // What `hash-identifiers.ts` has to do.
  regulations_unhashed: `(id) where email_hash is null and phone_hash is null
     and (jsonb_exists(attributes, 'email') or jsonb_exists(attributes, 'phone'))`,
};

async function isValid(runner: QueryRunner, index: string): Promise<boolean> {
  const rows = (await runner.query(
    'select from pg_index where indexrelid = to_regclass($1) and indisvalid',
    [`${SCHEMA}.${index}`],
  )) as object[];
  return rows.length > 0;
}
