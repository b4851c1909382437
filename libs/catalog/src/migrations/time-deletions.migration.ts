import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/** When a workspace's deletions begin, and by when they have to be done. */
export class TimeDeletionsMigration extends NumberedMigration {
  readonly number = 7;
  readonly title = 'time-deletions';
  readonly oldestCode = 1;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table catalog.workspaces
         add column deletion_delay_seconds integer not null default 3600
           check (deletion_delay_seconds between 0 and 2592000),
         add column deletion_deadline_days integer not null default 30
           check (deletion_deadline_days between 1 and 365)`,
    );
  }
}
