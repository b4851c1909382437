import type { DatabaseConnection } from '@lethe/database';
import { lookUps } from '../ask-database.js';
import type { FormerCredential, OnFormer } from './former-credential.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import {
  keyOfHash,
  CredentialLookup,
  type AskAsStranger,
  type CredentialLookupOptions,
} from './credential-lookup.js';

export interface AuthenticatorOptions extends CredentialLookupOptions {
  /** Called when the times of last use could not be written. */
  readonly onError?: (error: unknown) => void;
}

/** Columns of the row `t` of a secret, beside those of what it opens. */
export const CREDENTIAL_COLUMNS = `t.hash, t.id, t.name, t.workspace_id, t.expires_at, t.last_used_at,
  t.revoked_at is not null as is_revoked`;

export interface CredentialRow {
  readonly hash: Buffer;
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string | null;
  /** Where it belongs to no workspace. */
  readonly namespace_id?: string | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly is_revoked: boolean;
}

interface CredentialKind<Row extends CredentialRow, Identity> {
  readonly table: 'tokens' | 'data_planes';
  /** How coarsely the last use is recorded. */
  readonly useSeconds: number;
  /** Reads the rows of the hashes `$1`. */
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

/** Finds out whom secrets of one kind belong to. */
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
   * @param secret as the caller sent it
   * @param asStranger asks about a secret that was never known here; at once when absent
   * @param onFormer is told whose the secret was when it is revoked or has expired
   * @returns whom it belongs to, as of at most 2 s ago; `undefined` when the secret is unknown, revoked or expired
   * @throws LetheError `unavailable` within 2 s when the database is away
   */
  async authenticate(
    secret: string,
    asStranger?: AskAsStranger,
    onFormer?: OnFormer,
  ): Promise<Identity | undefined> {
    const known = await this.secrets.find(secret, asStranger);
    if (known === undefined) return undefined;
    const { identity, credential, isRevoked } = known;
    if (isRevoked || known.expiresAt <= Date.now()) {
      onFormer?.({ endedBy: isRevoked ? 'revoked' : 'expired', ...credential });
      return undefined;
    }
    if (this.lastUsed.record(credential.id, known.lastUsedAt)) known.lastUsedAt = Date.now();
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
