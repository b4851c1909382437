import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

const STATEMENTS = [
  // One row with a sealed text, so that a wrong key is noticed at the start and not at a request.
  `create table catalog.secret_check (
    only_row boolean primary key default true check (only_row),
    sealed text not null
  )`,
  // Older code inserts without an id.
  `alter table catalog.connections add column id text collate "C" not null
    default 'con_' || replace(gen_random_uuid()::text, '-', '')
    check (id ~ '^[A-Za-z0-9_-]{1,64}$')`,
  `alter table catalog.connections add unique (workspace_id, id)`,
];

/**
 * Prepares the tables for secrets that are sealed in place: in a destination's configuration an
 * object stands for the secret, which older code masks whole; a sealed credential has a prefix, and
 * older code does not read credentials. So older code may run beside, and secrets that it writes in
 * plain are read as such.
 */
export class SealSecretsMigration extends NumberedMigration {
  readonly number = 2;
  readonly title = 'seal-secrets';
  readonly oldestCode = 1;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
