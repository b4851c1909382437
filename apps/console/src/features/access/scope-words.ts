import { ROLES, type Scope } from '@lethe/contracts/roles-and-scopes';
import { TEXTS } from './texts.js';

/** Descriptions of the scopes, in display order. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = TEXTS.scopes;

/** Presets for the choice of scopes. The API stores the scopes, but not the preset. */
export const ROLE_PRESETS = {
  Viewer: ROLES.viewer,
  Editor: ROLES.editor,
  Admin: ROLES.admin,
  Owner: ROLES.owner,
} as const;
export type Bundle = keyof typeof ROLE_PRESETS;

/**
 * Returns the role that has exactly these scopes. If no role matches, returns the number of scopes,
 * or the name of a single scope.
 */
export function describeScopes(scopes: readonly Scope[]): string {
  for (const [name, bundle] of Object.entries(ROLE_PRESETS)) {
    const isSame = bundle.length === scopes.length && bundle.every((one) => scopes.includes(one));
    if (isSame) return name;
  }
  return scopes.length === 1 ? (scopes[0] ?? '') : TEXTS.permissions(scopes.length);
}
