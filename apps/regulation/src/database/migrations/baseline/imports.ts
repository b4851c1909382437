import { IMPORT_LIMITS } from '@lethe/contracts';
import { SCHEMA } from '../../schema-name.js';

/** Files of users: how far each import is, the pieces of its file until they are worked off, and the rows that were refused. */
export const IMPORTS = [
  // One row says all of an import, so that it is cheap to look at while it goes on. `known_portions`: of which `import_users` has the users.
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
  // Few rows: what is to be done, whose turn is next, and what is under way in a workspace.
  `create index imports_open on ${SCHEMA}.imports (state, updated_at) where ended_at is null`,
  `create index imports_ended on ${SCHEMA}.imports (ended_at) where ended_at is not null`,
  // Imports that have ended, and whose users are still there.
  `create index imports_knowing on ${SCHEMA}.imports (ended_at) where known_portions > 0`,

  // What was deleted leaves the files of the database, too: pieces hold identifiers.
  `create table ${SCHEMA}.import_pieces (
     workspace_id text not null,
     import_id text not null,
     at bigint not null,
     piece bytea not null,
     primary key (workspace_id, import_id, at)
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50,
           toast.autovacuum_vacuum_scale_factor = 0,
           toast.autovacuum_vacuum_threshold = ${Math.ceil(IMPORT_LIMITS.bytes / 2_000)})`,
  // Compressing takes longer than writing, and the pieces are gone soon.
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

  // Which users an import has made regulations of, so that a repeat takes one look into an index, however many rows of one user came
  // before. Hashes only, and until the import has ended.
  `create table ${SCHEMA}.import_users (
     import_key uuid not null,
     user_hash bytea not null,
     primary key (import_key, user_hash)
   )`,
];
