import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/**
 * A column that remembers which kinds of secrets have been sealed: a later version that counts more
 * variables as secret seals them at its first start. Older code reads sealed values too, so it may
 * run beside.
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
