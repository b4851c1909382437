// `@lethe/contracts/roles-and-scopes` is a separate entry point that also runs in browsers, so this
// file must import nothing.

/**
 * Permissions of a token. With `tests:send` or `regulations:delete`, a token can cause requests to
 * destinations. With `deletions:work`, it can claim deletion jobs, which contain identifiers of
 * users. With `tokens:write` or `data-planes:write`, it can create secrets, which have at most the
 * scopes of the token.
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
  'tokens:write',
  'data-planes:write',
] as const;
export type Scope = (typeof SCOPES)[number];

const VIEWER: readonly Scope[] = ['regulations:read', 'catalog:read'];
const EDITOR: readonly Scope[] = [...VIEWER, 'regulations:suppress', 'tests:run', 'tests:send'];
const ADMIN: readonly Scope[] = [
  ...EDITOR,
  'regulations:delete',
  'deletions:work',
  'catalog:write',
];

/**
 * Scopes of each role. A viewer token can never delete data. Lethe applies the workspace file again
 * with each release. So a scope that a release adds to a role would silently grant permissions. Add
 * a new scope only to a new role.
 */
export const ROLES = {
  viewer: VIEWER,
  editor: EDITOR,
  admin: ADMIN,
  owner: [...ADMIN, 'tokens:write', 'data-planes:write'],
} as const satisfies Record<string, readonly Scope[]>;
export type Role = keyof typeof ROLES;

/** Scopes of a data plane. A caller who creates a data plane needs all these scopes. */
export const DATA_PLANE_SCOPES: readonly Scope[] = [
  'regulations:read',
  'deletions:work',
  'catalog:read',
  'catalog:write', // the configuration for a data plane contains secrets
];
