import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** Failures of a destination are counted apart from the times for which it asked to be left alone. */
export class CountFailuresMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 17;
  readonly oldestCode = 10;
  readonly title = 'count-failures';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      // In a row, whichever jobs they were of.
      `alter table ${SCHEMA}.deletion_lanes add column if not exists failures integer not null default 0`,
    ]);
  }
}
