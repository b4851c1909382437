import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** State by which a restore of the database is noticed and can be mended. */
export class SurviveRestoresMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 5;
  readonly oldestCode = 1;
  readonly title = 'survive-restores';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // A job that is held is offered to no worker until it is released.
  `alter table ${SCHEMA}.deletion_jobs add column held boolean not null default false`,
  // A record whose generation is neither in this table nor the present one is not of this database.
  `create table ${SCHEMA}.past_generations (
     id uuid primary key,
     ended_at timestamptz not null default now()
   )`,
  // Records before these offsets were compared with the database after a restore. `identity`: ids
  // of the cluster and the topic, as offsets mean nothing in another one.
  `create table ${SCHEMA}.reconciled_offsets (
     topic text not null,
     identity text not null,
     partition integer not null,
     position bigint not null,
     primary key (topic, partition)
   )`,
  // Rows of catalog.revocations that the relay has published, and in which epoch: it may only read
  // that table.
  `create table ${SCHEMA}.told_revocations (
     hash bytea primary key,
     epoch bigint not null,
     reason text not null,
     revoked_at timestamptz not null
   )`,
];
