import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** What claims need to leave places for every workspace, and to wait after a restore. */
export class ShareClaimsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 14;
  readonly oldestCode = 10;
  readonly title = 'share-claims';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, STATEMENTS);
  }
}

const STATEMENTS = [
  // The worker of Lethe that has the jobs which are out; null where it is not one of Lethe's.
  `alter table ${SCHEMA}.deletion_lanes add column if not exists worker text`,
  // From one workspace to the next. Few rows, so it is built under the lock: beside writers it would wait for a backup.
  `create index if not exists deletion_lanes_of_each on ${SCHEMA}.deletion_lanes (workspace_id, ready_at)
     where paused_at is null and claim_id is null and ready_at < 'infinity'`,
  // At most one row: the identity of the database that was found to know what was told.
  `create table if not exists ${SCHEMA}.deletion_claims_allowed (
     single boolean primary key default true check (single),
     database text not null
   )`,
];
