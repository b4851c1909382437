import { ROLES, type Scope } from '@lethe/contracts/roles-and-scopes';

/** What a scope lets do, in the words of who gives it. In the order in which they are shown. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'regulations:read': 'See regulations, people and deletions',
  'regulations:suppress': 'Suppress users, and take that back',
  'regulations:delete': 'Delete what destinations have of users; pause and retry that',
  'deletions:work': 'Take deletion jobs, with every identifier in them',
  'tests:run': 'Try events and transformations; nothing is sent',
  'tests:send': 'Send test events to destinations',
  'catalog:read': 'See sources, destinations, connections, transformations',
  'catalog:write': 'Change them',
  'tokens:write': 'Make and revoke tokens',
  'data-planes:write': 'Make and revoke data planes',
};

/** A beginning for the choice of scopes. What is stored are the scopes alone. */
export const BUNDLES = {
  Viewer: ROLES.viewer,
  Editor: ROLES.editor,
  Admin: ROLES.admin,
  Owner: ROLES.owner,
} as const;
export type Bundle = keyof typeof BUNDLES;

/** The bundle that has exactly these scopes, or how many they are. */
export function sayScopes(scopes: readonly Scope[]): string {
  for (const [name, bundle] of Object.entries(BUNDLES)) {
    const isSame = bundle.length === scopes.length && bundle.every((one) => scopes.includes(one));
    if (isSame) return name;
  }
  return scopes.length === 1 ? (scopes[0] ?? '') : `${scopes.length} scopes`;
}
