import { FIXED_LIMITS, type Scope } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { toSecretRecord, type SecretRecord, type SecretRow } from './secret-state.js';
import { SecretTable, type NewSecret } from './secret-table.js';
import { knownScopes } from './token-identity.js';

/** A token as callers of the API see it; the token itself is not stored. */
export interface CatalogToken extends SecretRecord {
  readonly email: string;
  readonly scopes: readonly Scope[];
}

export interface TokenValues extends NewSecret {
  readonly email: string;
  readonly scopes: readonly Scope[];
}

export interface TokenRow extends SecretRow {
  readonly email: string;
  readonly scopes: string[];
}

export type TokenTable = SecretTable<TokenRow, CatalogToken, TokenValues>;

/** Whoever makes tokens needs `tokens:write`, and each scope that the new one gets. */
export function tokenTable(database: DatabaseConnection): TokenTable {
  return new SecretTable<TokenRow, CatalogToken, TokenValues>(database, {
    table: 'tokens',
    prefix: 'lth_',
    most: FIXED_LIMITS.tokensPerWorkspace,
    columns: { email: 'text', scopes: 'text[]' },
    toColumns: ({ email, scopes }) => [email, scopes],
    takes: ({ scopes }) => ['tokens:write', ...scopes],
    toItem: (row) => ({
      ...toSecretRecord(row),
      email: row.email,
      scopes: knownScopes(row.scopes),
    }),
  });
}
