import type { DatabaseConnection } from '@lethe/database';
import { lookUps } from '../ask-database.js';
import type { FormerCredential, OnFormer } from './former-credential.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import {
  keyOfHash,
  CredentialLookup,
  type QueryUnauthenticated,
  type CredentialLookupOptions,
} from './credential-lookup.js';

export interface AuthenticatorOptions extends CredentialLookupOptions {
  /** Called if the times of last use could not be written. */
  readonly onError?: (error: unknown) => void;
}

/** Columns that all tables of secrets have. The table has the alias `t`. */
export const CREDENTIAL_COLUMNS = `t.hash, t.id, t.name, t.workspace_id, t.expires_at, t.last_used_at,
  t.revoked_at is not null as is_revoked`;

export interface CredentialRow {
  readonly hash: Buffer;
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string | null;
  /** Set if the row belongs to a namespace and not to a workspace. */
  readonly namespace_id?: string | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly is_revoked: boolean;
}

interface CredentialKind<Row extends CredentialRow, Identity> {
  readonly table: 'tokens' | 'data_planes';
  /** Minimum number of seconds between two recorded uses. */
  readonly useSeconds: number;
  /** SQL that reads the rows with the hashes `$1`. */
  readonly sql: string;
  readonly toIdentity: (row: Row) => Identity;
}

interface Known<Identity> {
  readonly identity: Identity;
  readonly credential: Omit<FormerCredential, 'endedBy'>;
  readonly isRevoked: boolean;
  readonly expiresAt: number;
  lastUsedAt: number;
}

export class CredentialAuthenticator<Row extends CredentialRow, Identity> {
  private readonly secrets: CredentialLookup<Known<Identity>>;
  private readonly lastUsed: LastUsedRecorder;

  constructor(
    database: DatabaseConnection,
    { table, useSeconds, sql, toIdentity }: CredentialKind<Row, Identity>,
    options: AuthenticatorOptions,
  ) {
    const { query } = lookUps(database);
    this.secrets = new CredentialLookup(async (hashes) => {
      const rows = await query<Row>(sql, [hashes]);
      return new Map(rows.map((row) => [keyOfHash(row.hash), toKnown(row, toIdentity(row))]));
    }, options);
    const { onError = () => undefined } = options;
    this.lastUsed = new LastUsedRecorder(database, { table, everySeconds: useSeconds, onError });
  }

  /**
   * @param secret from the caller
   * @param asUnauthenticated runs the query for an unknown secret as soon as the rate limit of the
   *   client allows it; if absent, the query runs at once
   * @param onFormer called if the secret is revoked or expired
   * @returns the identity, which is at most 2 s old; `undefined` if the secret is unknown, revoked
   * or expired. A cached identity is returned without a promise, because most requests have one.
   * @throws LetheError `unavailable` within 2 s if the database is unreachable
   */
  authenticate(
    secret: string,
    asUnauthenticated?: QueryUnauthenticated,
    onFormer?: OnFormer,
  ): Identity | Promise<Identity | undefined> {
    const known = this.secrets.recall(secret);
    if (known !== undefined && !hasEnded(known)) return this.used(known);
    return this.lookUp(secret, asUnauthenticated, onFormer);
  }

  private async lookUp(
    secret: string,
    asUnauthenticated?: QueryUnauthenticated,
    onFormer?: OnFormer,
  ): Promise<Identity | undefined> {
    const known = await this.secrets.find(secret, asUnauthenticated);
    if (known === undefined) return undefined;
    if (!hasEnded(known)) return this.used(known);
    onFormer?.({ endedBy: known.isRevoked ? 'revoked' : 'expired', ...known.credential });
    return undefined;
  }

  /**
   * Writes the times of last use that are not stored yet. Call it before the database is closed.
   */
  async stop(): Promise<void> {
    await this.lastUsed.flush();
  }

  private used(known: Known<Identity>): Identity {
    if (this.lastUsed.record(known.credential.id, known.lastUsedAt)) known.lastUsedAt = Date.now();
    return known.identity;
  }
}

function hasEnded({ isRevoked, expiresAt }: Known<unknown>): boolean {
  return isRevoked || expiresAt <= Date.now();
}

function toKnown<Identity>(row: CredentialRow, identity: Identity): Known<Identity> {
  const { id, name, workspace_id: workspaceId, namespace_id: namespaceId } = row;
  const owner = workspaceId === null ? { namespaceId: namespaceId ?? '' } : { workspaceId };
  return {
    identity,
    credential: { id, name, owner },
    isRevoked: row.is_revoked,
    expiresAt: row.expires_at?.getTime() ?? Infinity,
    lastUsedAt: row.last_used_at?.getTime() ?? -Infinity,
  };
}
