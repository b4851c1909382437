import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/**
 * Stores the days from a complete deletion until its verification. The setting begins at the end of
 * the deletion; null stands for the default, which depends on the retention of identifiers.
 */
export class VerificationsMigration extends NumberedMigration {
  readonly number = 15;
  readonly title = 'verifications';
  readonly oldestCode = 14; // older code neither reads nor writes the column
  readonly schema = 'catalog';
  override readonly transaction = false; // for the short lock

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      `alter table catalog.workspaces
         add column if not exists verify_after_days integer check (verify_after_days between 0 and 3650)`,
    ]);
  }
}
