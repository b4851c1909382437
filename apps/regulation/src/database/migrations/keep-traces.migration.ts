import { NumberedMigration, withShortLocks } from '@lethe/database';
import { outboxTraceSql } from '@lethe/outbox';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** Which trace a fact and a deletion belong to: null where it is not sampled, or older code wrote the row. */
export class KeepTracesMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 18;
  readonly oldestCode = 10;
  readonly title = 'keep-traces';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [outboxTraceSql(SCHEMA)]);
    await withShortLocks(runner, [
      `alter table ${SCHEMA}.deletion_jobs add column if not exists traceparent text`,
    ]);
  }
}
