import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';
import { DELETIONS } from './baseline/deletions.js';
import { EVENTS } from './baseline/events.js';
import { IMPORTS } from './baseline/imports.js';
import { REGULATIONS } from './baseline/regulations.js';
import { RELAY } from './baseline/relay.js';
import { SUPPRESSIONS } from './baseline/suppressions.js';

/** Creates all tables of the service. The numbers 1 to 26 were used before the first release. */
export class BaselineMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 27;
  readonly oldestCode = 27;
  readonly title = 'baseline';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  ...REGULATIONS,
  ...SUPPRESSIONS,
  ...DELETIONS,
  ...EVENTS, // creates triggers on the tables above
  ...IMPORTS,
  ...RELAY,
];
