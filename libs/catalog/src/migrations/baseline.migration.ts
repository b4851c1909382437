import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { ACCESS } from './baseline/access.js';
import { CONFIGURATION_CHANGES } from './baseline/configuration-changes.js';
import { RESOURCES } from './baseline/resources.js';
import { WORKSPACES } from './baseline/workspaces.js';

/**
 * Creates the tables of workspaces, their resources, tokens and data planes. The numbers 1 to 13
 * were used before the first release, and numbers are not reused.
 */
export class BaselineMigration extends NumberedMigration {
  readonly number = 14;
  readonly title = 'baseline';
  readonly oldestCode = 14;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  ...WORKSPACES,
  ...RESOURCES,
  ...ACCESS,
  ...CONFIGURATION_CHANGES, // after the tables on which it creates triggers
];
