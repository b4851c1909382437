import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * `user_id` is the suppression key of a user from now on, with its indexes. The id as it was given is in the attributes, and, where
 * it differs from the key, in `given_user_id`: reading it there unpacks no large attributes. Null, as in rows of code before
 * this migration, means that both are the same text; what was given with those rows is lost.
 *
 * Older code writes the key into the attributes when it forgets the other identifiers. A trigger keeps the id as given, also while
 * such code runs beside or after newer code.
 */
export class KeepGivenIdsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 25;
  readonly oldestCode = 10;
  readonly title = 'keep-given-ids';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      `alter table ${SCHEMA}.regulations add column if not exists given_user_id text`,
      KEEP_GIVEN_ID,
      `create or replace trigger keep_given_id before update of attributes on ${SCHEMA}.regulations
         for each row when (old.given_user_id is not null) execute function ${SCHEMA}.keep_given_id()`,
    ]);
  }
}

const KEEP_GIVEN_ID = `
  create or replace function ${SCHEMA}.keep_given_id() returns trigger language plpgsql as $function$
  begin
    new.attributes := jsonb_set(new.attributes, '{userId}', to_jsonb(old.given_user_id));
    return new;
  end
  $function$`;
