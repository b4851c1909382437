import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * For the feed of the data planes: changes of one workspace in order, and which number a time
 * corresponds to.
 */
export class FeedSuppressionsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 3;
  readonly oldestCode = 1;
  readonly title = 'feed-suppressions';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  `create index suppressions_by_workspace on ${SCHEMA}.suppressions (workspace_id, change_seq)
     where change_seq is not null`,
  // Every change that was committed after \`at\` has a number above \`position\`.
  `create table ${SCHEMA}.change_marks (
     at timestamptz primary key,
     position bigint not null
   )`,
];
