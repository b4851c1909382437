/** SQL of columns that several tables have. `collate "C"`: ids are ASCII, and pages must not depend on the locale of the server. */
export const ID = `id text collate "C" not null check (id ~ '^[A-Za-z0-9_-]{1,64}$')`;

/** Ids are unique within a workspace, so each key begins with it, and each foreign key stays in it. */
export const OF_WORKSPACE =
  'workspace_id text collate "C" not null references catalog.workspaces on delete cascade';

export const TIMES = `created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()`;

/** With the rights of the owner of the tables: whoever causes it needs none, and nobody can have it run by a trigger of their own. */
export const OF_THE_OWNER = 'security definer set search_path = pg_catalog, pg_temp';
