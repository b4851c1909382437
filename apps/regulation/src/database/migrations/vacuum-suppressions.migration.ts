import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Every change of a suppression leaves two dead rows, its own and that of its numbering, and
 * readers walk over them. By default, vacuum runs when a fifth of the table is dead, and analyze
 * when a tenth is new: that is late in a table of millions.
 */
export class VacuumSuppressionsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 8;
  readonly oldestCode = 1;
  readonly title = 'vacuum-suppressions';

  protected async apply(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table ${SCHEMA}.suppressions set (
         autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 20000,
         autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 20000
       )`,
    );
  }
}
