// An entry of its own, `@lethe/contracts/roles-and-scopes`, because it runs in browsers too: it imports nothing.

/**
 * What a token may do. With `tests:send` and `regulations:delete` requests reach the users' destinations; with
 * `deletions:work` the token takes deletion jobs, and the identifiers in them; with `tokens:write` and `data-planes:write` it
 * makes others, which can do no more than it can.
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
 * Named bundles of scopes. A reading token can never erase anybody. A workspace file is applied again with each version: a bundle
 * that grew would give rights that nobody gave, so a new scope is in none of these unless in a new one.
 */
export const ROLES = {
  viewer: VIEWER,
  editor: EDITOR,
  admin: ADMIN,
  owner: [...ADMIN, 'tokens:write', 'data-planes:write'],
} as const satisfies Record<string, readonly Scope[]>;
export type Role = keyof typeof ROLES;

/** What a data plane does with its secret. Whoever makes one must have all of it. */
export const DATA_PLANE_SCOPES: readonly Scope[] = [
  'regulations:read',
  'deletions:work',
  'catalog:read',
  'catalog:write', // the configuration that it gets has secrets
];
