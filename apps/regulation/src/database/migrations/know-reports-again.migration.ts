import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** By which report a lease has ended, so that the same report again is told from another one. */
export class KnowReportsAgainMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 16;
  readonly oldestCode = 10;
  readonly title = 'know-reports-again';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      // `hash-report.ts` of the last report that counted; null where none has, or older code took it.
      `alter table ${SCHEMA}.deletion_jobs add column if not exists report_hash bytea`,
    ]);
  }
}
