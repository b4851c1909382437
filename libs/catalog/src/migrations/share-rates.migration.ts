import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/**
 * What gateways tell each other of what is asked of them, and the limits of a workspace where they are other
 * than the gateways' own. What was told is worth nothing after some seconds, so it is not logged; rows are
 * rewritten each second, so pages are kept half empty.
 */
export class ShareRatesMigration extends NumberedMigration {
  readonly number = 8;
  readonly title = 'share-rates';
  readonly oldestCode = 1;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create unlogged table catalog.rate_demands (
         subject text not null,
         gateway uuid not null,
         demand real not null,
         seen_at timestamptz not null,
         primary key (subject, gateway)
       ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.5, autovacuum_vacuum_threshold = 1000)`,
    );
    await runner.query(
      `alter table catalog.workspaces
         add column requests_per_second integer check (requests_per_second between 1 and 1000000),
         add column users_per_second integer check (users_per_second between 1 and 1000000),
         add column tests_per_second integer check (tests_per_second between 1 and 1000000)`,
    );
  }
}
