import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/** `collate "C"`: ids are ASCII, and pages must not depend on the locale of the server. */
const ID = `text collate "C" not null check (%name ~ '^[A-Za-z0-9_-]{1,64}$')`;
const id = (name: string): string => `${name} ${ID.replace('%name', name)}`;

const TIMES = `created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()`;

/** Secrets are random, so one round of SHA-256 protects them, and they can be found by it. */
const HASH = 'hash bytea not null unique check (octet_length(hash) = 32)';

/** Ids are unique within a workspace, so each key begins with it, and each foreign key stays in it. */
const STATEMENTS = [
  `create table catalog.workspaces (
    ${id('id')} primary key,
    name text not null,
    deletions text not null default 'lethe' check (deletions in ('lethe', 'data-plane')),
    ${TIMES}
  )`,
  `create table catalog.tokens (
    id uuid primary key default gen_random_uuid(),
    workspace_id text collate "C" not null references catalog.workspaces on delete cascade,
    name text not null,
    ${HASH},
    email text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    unique (workspace_id, name)
  )`,
  `create table catalog.sources (
    workspace_id text collate "C" not null references catalog.workspaces on delete cascade,
    ${id('id')},
    name text not null,
    type text not null,
    write_key text not null,
    enabled boolean not null,
    config jsonb not null,
    ${TIMES},
    primary key (workspace_id, id)
  )`,
  `create table catalog.transformations (
    workspace_id text collate "C" not null references catalog.workspaces on delete cascade,
    ${id('id')},
    name text not null,
    code text not null,
    ${TIMES},
    primary key (workspace_id, id)
  )`,
  `create table catalog.transformation_libraries (
    workspace_id text collate "C" not null references catalog.workspaces on delete cascade,
    ${id('id')},
    name text not null,
    code text not null,
    ${TIMES},
    primary key (workspace_id, id),
    unique (workspace_id, name)
  )`,
  `create table catalog.credentials (
    workspace_id text collate "C" not null references catalog.workspaces on delete cascade,
    key text not null,
    value text not null,
    ${TIMES},
    primary key (workspace_id, key)
  )`,
  `create table catalog.destinations (
    workspace_id text collate "C" not null references catalog.workspaces on delete cascade,
    ${id('id')},
    name text not null,
    type text not null,
    enabled boolean not null,
    connection_mode text not null check (connection_mode in ('cloud', 'device', 'hybrid')),
    config jsonb not null,
    transformation_id text collate "C",
    ${TIMES},
    primary key (workspace_id, id),
    foreign key (workspace_id, transformation_id) references catalog.transformations
  )`,
  `create index destinations_transformation on catalog.destinations
    (workspace_id, transformation_id) where transformation_id is not null`,
  `create table catalog.connections (
    workspace_id text collate "C" not null,
    source_id text collate "C" not null,
    destination_id text collate "C" not null,
    enabled boolean not null,
    ${TIMES},
    primary key (workspace_id, source_id, destination_id),
    foreign key (workspace_id, source_id) references catalog.sources on delete cascade,
    foreign key (workspace_id, destination_id) references catalog.destinations on delete cascade
  )`,
  `create index connections_destination on catalog.connections (workspace_id, destination_id)`,
  `create table catalog.namespaces (
    ${id('id')} primary key,
    name text not null,
    ${TIMES}
  )`,
  `create table catalog.namespace_workspaces (
    namespace_id text collate "C" not null references catalog.namespaces on delete cascade,
    workspace_id text collate "C" not null references catalog.workspaces on delete cascade,
    primary key (namespace_id, workspace_id)
  )`,
  `create index namespace_workspaces_workspace on catalog.namespace_workspaces (workspace_id)`,
  `create table catalog.data_planes (
    id uuid primary key default gen_random_uuid(),
    workspace_id text collate "C" references catalog.workspaces on delete cascade,
    namespace_id text collate "C" references catalog.namespaces on delete cascade,
    name text not null,
    ${HASH},
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    check (num_nonnulls(workspace_id, namespace_id) = 1),
    unique nulls not distinct (workspace_id, namespace_id, name)
  )`,
];

/** Everything that requests refer to: tokens with their rights, and the resources of workspaces. */
export class CreateCatalogMigration extends NumberedMigration {
  readonly number = 1;
  readonly title = 'create-catalog';
  readonly oldestCode = 1;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
