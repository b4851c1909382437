import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Why a regulation was made, and who canceled it and why. Null for regulations from before these
 * columns.
 */
export class KeepReasonsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 6;
  readonly oldestCode = 1;
  readonly title = 'keep-reasons';

  protected async apply(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table ${SCHEMA}.regulations
         add column reason text,
         add column canceled_by text,
         add column cancel_reason text`,
    );
  }
}
