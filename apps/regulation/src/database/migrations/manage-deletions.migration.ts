import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Lists, sums and retries of deletion jobs read what they show, however many jobs were ever done. By time and not
 * by id: so a span of time is a span of the index, and the oldest job of a state is the first there.
 *
 * Built without a lock on writes, outside of a transaction; begun anew after a crash.
 */
export class ManageDeletionsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 12;
  readonly oldestCode = 10;
  readonly title = 'manage-deletions';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      // When all users of an aborted job that may be deleted were given to new jobs.
      `alter table ${SCHEMA}.deletion_jobs add column if not exists retried_at timestamptz`,
    ]);
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
      await runner.query(
        `create index concurrently ${name} on ${SCHEMA}.deletion_jobs ${definition}`,
      );
    }
  }
}

const INDEXES = {
  deletion_jobs_by_state: '(workspace_id, state, created_at, id) include (destination_id)',
  deletion_jobs_by_destination: '(workspace_id, destination_id, state, created_at, id)',
  deletion_jobs_due: `(workspace_id, due_at) include (destination_id)
    where state in ('pending', 'running', 'failed')`,
  deletion_jobs_retryable: `(workspace_id, destination_id, created_at, id)
    where state = 'aborted' and retried_at is null`,
};
