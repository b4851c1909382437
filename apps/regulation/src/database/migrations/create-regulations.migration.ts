import { NumberedMigration } from '@lethe/database';
import { outboxTableSql } from '@lethe/outbox';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/** Regulations, suppressions, deletion jobs, the outbox and the relay's position. */
export class CreateRegulationsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 1;
  readonly oldestCode = 1;
  readonly title = 'regulations';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // A new value after each restore: clients with a position of another generation start again.
  `create table ${SCHEMA}.generation (
     only_one boolean primary key default true check (only_one),
     id uuid not null default gen_random_uuid()
   )`,
  `insert into ${SCHEMA}.generation default values`,

  `create table ${SCHEMA}.regulations (
     id uuid primary key,
     workspace_id text not null,
     request_id uuid not null,
     regulation_type text not null check (regulation_type in ('suppress', 'suppress_with_delete')),
     canceled boolean not null default false,
     user_id text not null check (user_id <> ''),
     attributes jsonb not null,
     source_ids text[] check (cardinality(source_ids) > 0),
     destination_ids text[] check (cardinality(destination_ids) > 0),
     created_at timestamptz not null,
     canceled_at timestamptz,
     created_by text not null
   )`,
  // Ids are UUIDv7, so "newest first" is the order of the ids.
  `create index regulations_by_workspace on ${SCHEMA}.regulations (workspace_id, id)`,
  `create index regulations_by_user on ${SCHEMA}.regulations (workspace_id, user_id, id)`,
  // Filters that select few of many; the opposite values are found fast in the first index.
  `create index regulations_canceled on ${SCHEMA}.regulations (workspace_id, id) where canceled`,
  `create index regulations_deleting on ${SCHEMA}.regulations (workspace_id, id)
     where regulation_type = 'suppress_with_delete'`,

  `create table ${SCHEMA}.idempotency_keys (
     workspace_id text not null,
     key text not null,
     request_id uuid not null,
     body_hash bytea not null,
     first_id uuid not null,
     last_id uuid not null,
     created_at timestamptz not null,
     primary key (workspace_id, key)
   )`,
  `create index idempotency_keys_by_age on ${SCHEMA}.idempotency_keys (created_at)`,

  `create table ${SCHEMA}.suppressions (
     workspace_id text not null,
     user_id text not null check (user_id <> ''),
     source_id text not null,
     active_count integer not null check (active_count >= 0),
     first_at timestamptz not null,
     changed_at timestamptz not null,
     change_seq bigint,
     primary key (workspace_id, user_id, source_id)
   )`,
  `create sequence ${SCHEMA}.suppression_changes`,
  // Partial: a new row has no number yet, and should not cost an index entry for a null.
  `create unique index suppressions_by_change on ${SCHEMA}.suppressions (change_seq)
     where change_seq is not null`,
  `create index suppressions_unnumbered on ${SCHEMA}.suppressions (workspace_id)
     where change_seq is null`,

  `create table ${SCHEMA}.deletion_jobs (
     id bigint generated always as identity primary key,
     workspace_id text not null,
     request_id uuid not null,
     destination_id text not null,
     destination_type text not null,
     state text not null default 'pending'
       check (state in ('pending', 'running', 'complete', 'failed', 'aborted', 'canceled')),
     attempt integer not null default 0 check (attempt >= 0),
     reason text,
     created_at timestamptz not null,
     changed_at timestamptz not null
   )`,
  `create table ${SCHEMA}.deletion_job_users (
     job_id bigint not null references ${SCHEMA}.deletion_jobs on delete cascade,
     regulation_id uuid not null references ${SCHEMA}.regulations,
     primary key (job_id, regulation_id)
   )`,
  `create index deletion_job_users_by_regulation on ${SCHEMA}.deletion_job_users (regulation_id)`,

  `create table ${SCHEMA}.relay_positions (
     name text primary key,
     position bigint not null
   )`,
  outboxTableSql(SCHEMA),
];
