import type { DatabaseConnection } from '@lethe/database';
import {
  CREDENTIAL_COLUMNS,
  CredentialAuthenticator,
  type AuthenticatorOptions,
  type CredentialRow,
} from './credential-authenticator.js';
import { IDENTITY_COLUMNS, toIdentity, type IdentityRow } from './identity-row.js';
import type { TokenIdentity } from './token-identity.js';

/** Minimum interval between two recorded uses of a token, in seconds. */
export const TOKEN_USE_SECONDS = 3_600;

type TokenRow = CredentialRow & IdentityRow;

export class TokenAuthenticator extends CredentialAuthenticator<TokenRow, TokenIdentity> {
  constructor(database: DatabaseConnection, options: AuthenticatorOptions = {}) {
    const sql = `
      select ${CREDENTIAL_COLUMNS}, ${IDENTITY_COLUMNS}
        from catalog.tokens t join catalog.workspaces w on w.id = t.workspace_id
       where t.hash = any($1::bytea[])`;
    super(database, { table: 'tokens', useSeconds: TOKEN_USE_SECONDS, sql, toIdentity }, options);
  }
}
