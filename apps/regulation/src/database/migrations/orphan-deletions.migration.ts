import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** Marks the jobs whose destination was deleted while a worker had them. */
export class OrphanDeletionsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 15;
  readonly oldestCode = 10;
  readonly title = 'orphan-deletions';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      `alter table ${SCHEMA}.deletion_jobs
         add column if not exists orphaned boolean not null default false`,
    ]);
  }
}
