import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/**
 * Room to remember which secrets have been sealed: later versions know more of them, and seal at their
 * first start what is stored in plain. Sealed is read by older code too, so it may still run.
 */
export class SealMoreSecretsMigration extends NumberedMigration {
  readonly number = 5;
  readonly title = 'seal-more-secrets';
  readonly oldestCode = 1;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table catalog.secret_check add column sealed_version int not null default 1',
    );
  }
}
