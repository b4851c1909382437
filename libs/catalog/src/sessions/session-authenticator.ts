import type { DatabaseConnection } from '@lethe/database';
import { lookUps } from '../ask-database.js';
import { IDENTITY_COLUMNS, toIdentity, type IdentityRow } from '../tokens/identity-row.js';
import { LastUsedRecorder } from '../tokens/last-used-recorder.js';
import type { AuthenticatorOptions } from '../tokens/credential-authenticator.js';
import { keyOfHash, CredentialLookup, type AskAsStranger } from '../tokens/credential-lookup.js';
import { TOKEN_USE_SECONDS } from '../tokens/token-authenticator.js';
import type { TokenIdentity } from '../tokens/token-identity.js';
import { isSessionSecret } from './session-secret.js';
import { SESSION_TIMES } from './session-bounds.js';

/** How coarsely the last use of a session is recorded. */
const USE_SECONDS = 60;

/** Somebody who is signed in to the console. */
export interface OpenSession {
  /** Which one it is; opens nothing. */
  readonly id: string;
  /** That of the token that they signed in with. */
  readonly identity: TokenIdentity;
  readonly createdAt: Date;
  /** No later than the end of the token. */
  readonly expiresAt: Date;
  /** When it ends if nothing more is asked with it. */
  readonly idleExpiresAt: Date;
}

/** What is known of the id of a session: it is open, or it was. */
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

/** One row for each session, with its token as that is now: what ends a token ends its sessions, as soon and at every gateway. */
const QUERY = `
  select s.hash, s.id as session_id, s.created_at, s.last_used_at as used_at,
    least(s.expires_at, t.expires_at) as ends_at,
    t.revoked_at is not null as is_revoked, t.last_used_at, ${IDENTITY_COLUMNS}
  from catalog.sessions s
    join catalog.tokens t on t.id = s.token_id
    join catalog.workspaces w on w.id = t.workspace_id
  where s.hash = any($1::bytea[])`;

/** Finds out who is signed in with the id of a session. */
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
   * @param secret id of the session, as the browser sent it
   * @param asStranger asks about one that was never known here; at once when absent
   * @returns who is signed in, as of at most 2 s ago; `undefined` when nobody ever was, as far as is remembered
   * @throws LetheError `unavailable` within 2 s when the database is away
   */
  async authenticate(
    secret: string,
    asStranger?: AskAsStranger,
  ): Promise<FoundSession | undefined> {
    if (!isSessionSecret(secret)) return undefined;
    const known = await this.sessions.find(secret, asStranger);
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

  /** To be called when the session was ended here; other gateways notice within 2 s. */
  forget(secret: string): void {
    this.sessions.forget(secret);
  }

  /** As that of `TokenAuthenticator`. */
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
