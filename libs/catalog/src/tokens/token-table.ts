import { FIXED_LIMITS, type Scope } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { toSecretRecord, type SecretRecord, type SecretRow } from './secret-state.js';
import { SecretTable, type NewSecret } from './secret-table.js';
import { knownScopes } from './token-identity.js';

/** A token in the API. Its secret is not stored. */
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

/**
 * Returns the table of tokens. A caller who creates a token needs `tokens:write` and all scopes of
 * the new token.
 */
export function tokenTable(database: DatabaseConnection): TokenTable {
  return new SecretTable<TokenRow, CatalogToken, TokenValues>(database, {
    table: 'tokens',
    prefix: 'lth_',
    maximum: FIXED_LIMITS.tokensPerWorkspace,
    columns: { email: 'text', scopes: 'text[]' },
    toColumns: ({ email, scopes }) => [email, scopes],
    requiredScopes: ({ scopes }) => ['tokens:write', ...scopes],
    toItem: (row) => ({
      ...toSecretRecord(row),
      email: row.email,
      scopes: knownScopes(row.scopes),
    }),
  });
}
