/**
 * What a token may do. With `tests:send` and `regulations:delete` requests reach the users' destinations; with
 * `deletions:work` the token takes deletion jobs, and the identifiers in them.
 */
export const SCOPES = [
  'regulations:read',
  'regulations:suppress',
  'regulations:delete',
  'deletions:work',
  'tests:run',
  'tests:send',
  'catalog:read',
  'catalog:write',
] as const;
export type Scope = (typeof SCOPES)[number];

const VIEWER: readonly Scope[] = ['regulations:read', 'catalog:read'];

/** Named bundles of scopes. A reading token can never erase anybody. */
export const ROLES = {
  viewer: VIEWER,
  editor: [...VIEWER, 'regulations:suppress', 'tests:run', 'tests:send'],
  admin: SCOPES,
} as const satisfies Record<string, readonly Scope[]>;
export type Role = keyof typeof ROLES;
