import { knownScopes, type TokenIdentity, type WorkspaceRates } from './token-identity.js';

/**
 * Columns of a `TokenIdentity`. In the query, `t` is `catalog.tokens` and `w` is the workspace of
 * the token.
 */
export const IDENTITY_COLUMNS = `t.id, t.workspace_id, t.name, t.email, t.scopes,
  t.created_at as token_created_at, t.expires_at as token_expires_at, w.name as workspace_name,
  w.requests_per_second, w.users_per_second, w.tests_per_second`;

export interface IdentityRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly email: string;
  readonly scopes: string[];
  readonly token_created_at: Date;
  readonly token_expires_at: Date | null;
  readonly workspace_name: string;
  readonly requests_per_second: number | null;
  readonly users_per_second: number | null;
  readonly tests_per_second: number | null;
}

export function toIdentity(row: IdentityRow): TokenIdentity {
  return Object.freeze({
    tokenId: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    email: row.email,
    scopes: Object.freeze(knownScopes(row.scopes)),
    workspaceName: row.workspace_name,
    createdAt: row.token_created_at,
    ...(row.token_expires_at !== null && { expiresAt: row.token_expires_at }),
    ...ratesOf(row),
  });
}

function ratesOf(row: IdentityRow): { readonly rates?: WorkspaceRates } {
  const { requests_per_second: requests, users_per_second: users, tests_per_second: tests } = row;
  if (requests === null && users === null && tests === null) return {};
  const rates = {
    ...(requests !== null && { requests }),
    ...(users !== null && { users }),
    ...(tests !== null && { tests }),
  };
  return { rates: Object.freeze(rates) };
}
