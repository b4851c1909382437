import { IMPORT_LIMITS } from '@lethe/contracts';
import { SCHEMA } from '../../schema-name.js';

export const IMPORTS = [
  // The whole progress of an import is in one row, so that a poll reads only one row.
  // `known_portions`: number of portions whose users are in `import_users`.
  `create table ${SCHEMA}.imports (
     workspace_id text not null,
     id text not null,
     key uuid not null default gen_random_uuid(),
     state text not null default 'uploading',
     format text not null,
     regulation_type text not null,
     source_ids text[],
     destination_ids text[],
     reason text,
     columns jsonb,
     delimiter text not null,
     dry_run boolean not null,
     received_bytes bigint not null default 0,
     total_bytes bigint,
     done_bytes bigint not null default 0,
     done_lines bigint not null default 0,
     header jsonb,
     refusals_forgotten boolean not null default false,
     portions integer not null default 0,
     rows bigint not null default 0,
     accepted bigint not null default 0,
     refused bigint not null default 0,
     repeated bigint not null default 0,
     failure text,
     failures integer not null default 0,
     created_at timestamptz(3) not null default now(),
     created_by text not null,
     uploaded_at timestamptz(3),
     updated_at timestamptz(3) not null default now(),
     ended_at timestamptz(3),
     canceled_by text,
     known_portions integer not null default 0,
     primary key (workspace_id, id)
   )`,
  `create index imports_by_age on ${SCHEMA}.imports (workspace_id, created_at, id)`,
  `create index imports_open on ${SCHEMA}.imports (state, updated_at) where ended_at is null`,
  `create index imports_ended on ${SCHEMA}.imports (ended_at) where ended_at is not null`,
  // Finds ended imports that have rows in `import_users`.
  `create index imports_knowing on ${SCHEMA}.imports (ended_at) where known_portions > 0`,

  // Vacuum runs early, because deleted pieces contain identifiers, which must not stay in the
  // database files.
  `create table ${SCHEMA}.import_pieces (
     workspace_id text not null,
     import_id text not null,
     at bigint not null,
     piece bytea not null,
     primary key (workspace_id, import_id, at)
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50,
           toast.autovacuum_vacuum_scale_factor = 0,
           toast.autovacuum_vacuum_threshold = ${Math.ceil(IMPORT_LIMITS.bytes / 2_000)})`,
  // Pieces are not compressed, because compression takes longer than writing, and pieces are
  // deleted soon.
  `alter table ${SCHEMA}.import_pieces alter column piece set storage external`,

  `create table ${SCHEMA}.import_refusals (
     workspace_id text not null,
     import_id text not null,
     line bigint not null,
     identifier text not null,
     reason text not null,
     fields jsonb not null,
     primary key (workspace_id, import_id, line)
   )`,

  // Hashes of users for whom an import has created regulations. With them, one index lookup shows
  // whether a row is repeated. The hashes are deleted after the import has ended.
  `create table ${SCHEMA}.import_users (
     import_key uuid not null,
     user_hash bytea not null,
     primary key (import_key, user_hash)
   )`,
];
