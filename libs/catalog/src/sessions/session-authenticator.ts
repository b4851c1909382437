import type { DatabaseConnection } from '@lethe/database';
import { lookUps } from '../ask-database.js';
import { IDENTITY_COLUMNS, toIdentity, type IdentityRow } from '../tokens/identity-row.js';
import { LastUsedRecorder } from '../tokens/last-used-recorder.js';
import type { AuthenticatorOptions } from '../tokens/credential-authenticator.js';
import {
  keyOfHash,
  CredentialLookup,
  type QueryUnauthenticated,
} from '../tokens/credential-lookup.js';
import { TOKEN_USE_SECONDS } from '../tokens/token-authenticator.js';
import type { TokenIdentity } from '../tokens/token-identity.js';
import { isSessionSecret } from './session-secret.js';
import { SESSION_TIMES } from './session-bounds.js';

/** Minimum interval between two recorded uses of a session. */
const USE_SECONDS = 60;

export interface OpenSession {
  /** Id of the session. The id gives no access, because it is not the secret. */
  readonly id: string;
  /** Identity of the token that was used to sign in. */
  readonly identity: TokenIdentity;
  readonly createdAt: Date;
  /** Not later than the expiry of the token. */
  readonly expiresAt: Date;
  /** Time at which the session ends if no further request uses it. */
  readonly idleExpiresAt: Date;
}

/** A session, or `ended` for a session that has ended but is still stored. */
export type FoundSession = OpenSession | 'ended';

interface SessionRow extends IdentityRow {
  readonly hash: Buffer;
  readonly session_id: string;
  readonly is_revoked: boolean;
  readonly created_at: Date;
  readonly used_at: Date;
  readonly ends_at: Date;
  readonly last_used_at: Date | null;
}

interface KnownSession {
  readonly id: string;
  readonly identity: TokenIdentity;
  readonly isRevoked: boolean;
  readonly createdAt: Date;
  readonly endsAt: number;
  usedAt: number;
  tokenUsedAt: number;
}

/**
 * Reads each session with the current state of its token. So if a token is revoked, its sessions
 * also end at every gateway within 2 s.
 */
const QUERY = `
  select s.hash, s.id as session_id, s.created_at, s.last_used_at as used_at,
    least(s.expires_at, t.expires_at) as ends_at,
    t.revoked_at is not null as is_revoked, t.last_used_at, ${IDENTITY_COLUMNS}
  from catalog.sessions s
    join catalog.tokens t on t.id = s.token_id
    join catalog.workspaces w on w.id = t.workspace_id
  where s.hash = any($1::bytea[])`;

/** Authenticates requests by the secret of a session. */
export class SessionAuthenticator {
  private readonly sessions: CredentialLookup<KnownSession>;
  private readonly lastUsed: LastUsedRecorder;
  private readonly tokenLastUsed: LastUsedRecorder;

  constructor(database: DatabaseConnection, options: AuthenticatorOptions = {}) {
    const { onError = () => undefined } = options;
    const { query } = lookUps(database);
    this.sessions = new CredentialLookup(async (hashes) => {
      const rows = await query<SessionRow>(QUERY, [hashes]);
      return new Map(rows.map((row) => [keyOfHash(row.hash), toKnown(row)]));
    }, options);
    this.lastUsed = new LastUsedRecorder(database, {
      ...{ table: 'sessions', everySeconds: USE_SECONDS, onError },
    });
    this.tokenLastUsed = new LastUsedRecorder(database, {
      ...{ table: 'tokens', everySeconds: TOKEN_USE_SECONDS, onError },
    });
  }

  /**
   * @param secret the secret of the session, from the browser
   * @param asUnauthenticated runs the query for an unknown secret as soon as the rate limit of the
   *   client allows it; if absent, the query runs at once
   * @returns the state of the session, which is at most 2 s old; `undefined` if the session is not
   * stored
   * @throws LetheError `unavailable` within 2 s if the database is unreachable
   */
  async authenticate(
    secret: string,
    asUnauthenticated?: QueryUnauthenticated,
  ): Promise<FoundSession | undefined> {
    if (!isSessionSecret(secret)) return undefined;
    const known = await this.sessions.find(secret, asUnauthenticated);
    if (known === undefined) return undefined;
    const now = Date.now();
    const idleEnd = () => Math.min(known.usedAt + SESSION_TIMES.idle * 1_000, known.endsAt);
    if (known.isRevoked || idleEnd() <= now) return 'ended';
    const { id, identity, createdAt } = known;
    if (this.lastUsed.record(id, known.usedAt)) known.usedAt = now;
    if (this.tokenLastUsed.record(identity.tokenId, known.tokenUsedAt)) known.tokenUsedAt = now;
    const [expiresAt, idleExpiresAt] = [new Date(known.endsAt), new Date(idleEnd())];
    return { id, identity, createdAt, expiresAt, idleExpiresAt };
  }

  /** Call it after this process has ended the session. Other gateways notice the end within 2 s. */
  invalidate(secret: string): void {
    this.sessions.invalidate(secret);
  }

  /** Writes the times of last use that are not stored yet, as `TokenAuthenticator.stop` does. */
  async stop(): Promise<void> {
    await Promise.all([this.lastUsed.flush(), this.tokenLastUsed.flush()]);
  }
}

function toKnown(row: SessionRow): KnownSession {
  return {
    ...{ id: row.session_id, identity: toIdentity(row), isRevoked: row.is_revoked },
    ...{ createdAt: row.created_at, endsAt: row.ends_at.getTime() },
    usedAt: row.used_at.getTime(),
    tokenUsedAt: row.last_used_at?.getTime() ?? -Infinity,
  };
}
