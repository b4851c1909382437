import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** What is to be remembered so that a restore of the database is noticed and can be mended. */
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
  // A record of a generation that is neither here nor the present one is not of this database.
  `create table ${SCHEMA}.past_generations (
     id uuid primary key,
     ended_at timestamptz not null default now()
   )`,
  // What is on the topics before these offsets was held against the database after a restore.
  // `identity`: of the cluster and the topic; in another one offsets mean nothing.
  `create table ${SCHEMA}.reconciled_offsets (
     topic text not null,
     identity text not null,
     partition integer not null,
     position bigint not null,
     primary key (topic, partition)
   )`,
  // What the relay has said of catalog.revocations, which it may only read, in which of its epochs.
  `create table ${SCHEMA}.told_revocations (
     hash bytea primary key,
     epoch bigint not null,
     reason text not null,
     revoked_at timestamptz not null
   )`,
];
