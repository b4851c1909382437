import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * What each attempt of a job came to. In the row of the job, which the end of an attempt writes anyway: so both are one write under one
 * lock, a report that is repeated adds nothing, and a job that is split takes its history along. Null for jobs of older code.
 */
export class KeepAttemptsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 22;
  readonly oldestCode = 10;
  readonly title = 'keep-attempts';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      // An array of `DeletionAttempt`, the oldest first; bounded by `with-attempt.ts`.
      `alter table ${SCHEMA}.deletion_jobs add column if not exists history jsonb`,
    ]);
  }
}
