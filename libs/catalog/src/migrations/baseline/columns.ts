/**
 * The collation is "C", because ids are ASCII and pages must not depend on the locale of the
 * server.
 */
export const ID = `id text collate "C" not null check (id ~ '^[A-Za-z0-9_-]{1,64}$')`;

/**
 * Ids are unique only within a workspace. Each key therefore begins with `workspace_id`, and each
 * foreign key refers to a row of the same workspace.
 */
export const OF_WORKSPACE =
  'workspace_id text collate "C" not null references catalog.workspaces on delete cascade';

export const TIMES = `created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()`;

/**
 * A function with this option runs with the rights of the table owner, so callers need no rights on
 * the tables. Its `execute` right is revoked from `public`, so callers cannot use it in triggers of
 * their own.
 */
export const OF_THE_OWNER = 'security definer set search_path = pg_catalog, pg_temp';
