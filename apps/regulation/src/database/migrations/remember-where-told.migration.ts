import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * The relay's position is a position on a certain topic: stores which topic, and how far it went.
 */
export class RememberWhereToldMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 4;
  readonly oldestCode = 1;
  readonly title = 'remember-where-told';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // `epoch`: how often everything was to be published again; a position counts in its own epoch
  // only. `is_told`: since `told_since` everything has been published, and the relay's record says
  // so. Cluster and topic: null while it is not known where was published. Offsets are by
  // partition.
  `alter table ${SCHEMA}.relay_positions
     add column epoch bigint not null default 0,
     add column is_told boolean not null default false,
     add column told_since timestamptz not null default clock_timestamp(),
     add column cluster_id text,
     add column topic_id text,
     add column start_offsets bigint[],
     add column end_offsets bigint[]`,
  `insert into ${SCHEMA}.relay_positions (name, position) values ('suppressions', 0)
     on conflict do nothing`,
];
