import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Which users an import has made regulations of, so that a repeat takes one look into an index, however many rows of one user came
 * before. Hashes only, and until the import has ended.
 */
export class KnowRepeatsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 23;
  readonly oldestCode = 10;
  readonly title = 'know-repeats';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table if not exists ${SCHEMA}.import_users (
         import_key uuid not null,
         user_hash bytea not null,
         primary key (import_key, user_hash)
       )`,
    );
    await withShortLocks(runner, [
      // Portions whose users are there. Older code makes portions without them, which leaves this behind `portions`.
      `alter table ${SCHEMA}.imports add column if not exists known_portions integer not null default 0`,
      // Imports that have ended, and whose users are still there.
      `create index if not exists imports_knowing on ${SCHEMA}.imports (ended_at) where known_portions > 0`,
    ]);
  }
}
