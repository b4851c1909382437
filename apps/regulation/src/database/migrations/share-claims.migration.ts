import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** What claims need to leave places for every workspace, and to wait after a restore. */
export class ShareClaimsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 14;
  readonly oldestCode = 10;
  readonly title = 'share-claims';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // The worker of Lethe that has the jobs which are out; null where it is not one of Lethe's.
  `alter table ${SCHEMA}.deletion_lanes add column worker text`,
  // From one workspace to the next.
  `create index deletion_lanes_of_each on ${SCHEMA}.deletion_lanes (workspace_id, ready_at)
     where paused_at is null and claim_id is null and ready_at < 'infinity'`,
  // At most one row: the identity of the database that was found to know what was told.
  `create table ${SCHEMA}.deletion_claims_allowed (
     single boolean primary key default true check (single),
     database text not null
   )`,
];
