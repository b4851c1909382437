import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** An index that finds the deletions waiting at one destination, among all that were ever done. */
export class FindWaitingDeletionsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 2;
  readonly oldestCode = 1;
  readonly title = 'find-waiting-deletions';

  protected async apply(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index deletion_jobs_waiting on ${SCHEMA}.deletion_jobs (workspace_id, destination_id, id)
         where state in ('pending', 'failed')`,
    );
  }
}
