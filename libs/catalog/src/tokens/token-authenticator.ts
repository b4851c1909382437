import type { DatabaseConnection } from '@lethe/database';
import { askDatabase } from '../ask-database.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import { IDENTITY_COLUMNS, toIdentity, type IdentityRow } from './identity-row.js';
import { isFormer, type FormerCredential, type OnFormer } from './former-credential.js';
import {
  keyOfHash,
  SecretLookup,
  type AskAsStranger,
  type Owners,
  type SecretLookupOptions,
} from './secret-lookup.js';
import type { TokenIdentity } from './token-identity.js';

/** How coarsely the last use of a token is recorded. */
export const TOKEN_USE_SECONDS = 3_600;

export interface TokenAuthenticatorOptions extends SecretLookupOptions {
  /** Called when the times of last use could not be written. */
  readonly onError?: (error: unknown) => void;
}

interface TokenRow extends IdentityRow {
  readonly hash: Buffer;
  readonly is_revoked: boolean;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

interface KnownToken {
  readonly identity: TokenIdentity;
  readonly expiresAt: number;
  lastUsedAt: number;
}

/** Finds out whom a token belongs to. */
export class TokenAuthenticator {
  private readonly tokens: SecretLookup<KnownToken | FormerCredential>;
  private readonly lastUsed: LastUsedRecorder;

  constructor(database: DatabaseConnection, options: TokenAuthenticatorOptions = {}) {
    this.tokens = new SecretLookup(
      (hashes) => askDatabase(() => readTokens(database, hashes), database.lookupMs),
      options,
    );
    this.lastUsed = new LastUsedRecorder(database, {
      table: 'tokens',
      everySeconds: TOKEN_USE_SECONDS,
      onError: options.onError ?? (() => undefined),
    });
  }

  /**
   * @param token as the caller sent it
   * @param asStranger asks about a token that was never known here; at once when absent
   * @param onFormer is told whose the token was when it is revoked or has expired
   * @returns the token's identity; `undefined` when the token is unknown, revoked or expired
   * @throws LetheError `unavailable` within 2 s when the database is away
   */
  async authenticate(
    token: string,
    asStranger?: AskAsStranger,
    onFormer?: OnFormer,
  ): Promise<TokenIdentity | undefined> {
    const known = await this.tokens.find(token, asStranger);
    if (known === undefined) return undefined;
    if (isFormer(known)) {
      onFormer?.(known);
      return undefined;
    }
    const { identity } = known;
    if (known.expiresAt <= Date.now()) {
      const { tokenId: id, name, workspaceId } = identity;
      onFormer?.({ endedBy: 'expired', id, name, owner: { workspaceId } });
      return undefined;
    }
    if (this.lastUsed.record(identity.tokenId, known.lastUsedAt)) known.lastUsedAt = Date.now();
    return identity;
  }

  /**
   * Writes the times of last use that are still to be written. To be called before the database is
   * closed.
   */
  async stop(): Promise<void> {
    await this.lastUsed.flush();
  }
}

async function readTokens(
  database: DatabaseConnection,
  hashes: readonly Buffer[],
): Promise<Owners<KnownToken | FormerCredential>> {
  const rows = await database.query<TokenRow>(
    `select t.hash, t.revoked_at is not null as is_revoked, t.expires_at, t.last_used_at, ${IDENTITY_COLUMNS}
     from catalog.tokens t join catalog.workspaces w on w.id = t.workspace_id
     where t.hash = any($1::bytea[])`,
    [hashes],
  );
  return new Map(
    rows.map((row) => [keyOfHash(row.hash), row.is_revoked ? toRevoked(row) : toKnownToken(row)]),
  );
}

function toRevoked({ id, name, workspace_id: workspaceId }: TokenRow): FormerCredential {
  return { endedBy: 'revoked', id, name, owner: { workspaceId } };
}

function toKnownToken(row: TokenRow): KnownToken {
  return {
    identity: toIdentity(row),
    expiresAt: row.expires_at?.getTime() ?? Infinity,
    lastUsedAt: row.last_used_at?.getTime() ?? -Infinity,
  };
}
