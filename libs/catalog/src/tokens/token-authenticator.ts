import type { DatabaseConnection } from '@lethe/database';
import { askDatabase } from '../reading/ask-database.js';
import { ExpiringCache } from '../reading/expiring-cache.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import { hashSecret } from './secret.js';
import { knownScopes, type TokenIdentity } from './token-identity.js';

export interface TokenAuthenticatorOptions {
  /** Milliseconds for which an answer of the database is used again, at most 5,000. Default 2,000. */
  readonly ttlMs?: number;
  /** Most answers kept. Default 10,000. */
  readonly maxEntries?: number;
  /** Told when the time of last use could not be written. */
  readonly onError?: (error: unknown) => void;
}

interface TokenRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly email: string;
  readonly scopes: string[];
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

interface KnownToken {
  readonly identity: TokenIdentity;
  readonly expiresAt: number;
  lastUsedAt: number;
}

/** `known` is absent when there is no such token; that is remembered as well. */
interface Answer {
  readonly known?: KnownToken;
}

/** A revoked token must stop working within 5 s everywhere. */
const MAX_TTL_MS = 5_000;
const MAX_TOKEN_LENGTH = 512;

/** Finds out whom a token belongs to. */
export class TokenAuthenticator {
  private readonly answers: ExpiringCache<Answer>;
  private readonly lookups = new Map<string, Promise<Answer>>();
  private readonly lastUsed: LastUsedRecorder;

  constructor(
    private readonly database: DatabaseConnection,
    options: TokenAuthenticatorOptions = {},
  ) {
    const ttlMs = Math.min(options.ttlMs ?? 2_000, MAX_TTL_MS);
    this.answers = new ExpiringCache(ttlMs, options.maxEntries ?? 10_000);
    this.lastUsed = new LastUsedRecorder(database, options.onError ?? (() => undefined));
  }

  /**
   * @param token as the caller sent it
   * @returns whose it is; `undefined` when it is unknown, revoked or expired
   * @throws LetheError `unavailable` within 2 s when the database is away
   */
  async authenticate(token: string): Promise<TokenIdentity | undefined> {
    if (token === '' || token.length > MAX_TOKEN_LENGTH) return undefined;
    const hash = hashSecret(token);
    const key = hash.toString('base64');
    const { known } = this.answers.get(key) ?? (await this.lookUpOnce(key, hash));
    if (known === undefined || known.expiresAt <= Date.now()) return undefined;
    const { identity } = known;
    if (this.lastUsed.record(identity.tokenId, known.lastUsedAt)) known.lastUsedAt = Date.now();
    return identity;
  }

  /** Writes what is not yet written. Call it before the database is closed. */
  async stop(): Promise<void> {
    await this.lastUsed.flush();
  }

  /** Callers that ask for the same token at the same time share one query. */
  private lookUpOnce(key: string, hash: Buffer): Promise<Answer> {
    const running = this.lookups.get(key);
    if (running !== undefined) return running;
    const lookup = this.lookUp(key, hash).finally(() => this.lookups.delete(key));
    this.lookups.set(key, lookup);
    return lookup;
  }

  private async lookUp(key: string, hash: Buffer): Promise<Answer> {
    const asOf = this.answers.now();
    const [row] = await askDatabase(() =>
      this.database.query<TokenRow>(
        `select id, workspace_id, name, email, scopes, expires_at, last_used_at
         from catalog.tokens where hash = $1 and revoked_at is null`,
        [hash],
      ),
    );
    const answer: Answer = row === undefined ? {} : { known: toKnownToken(row) };
    this.answers.set(key, answer, asOf);
    return answer;
  }
}

function toKnownToken(row: TokenRow): KnownToken {
  return {
    identity: Object.freeze({
      tokenId: row.id,
      workspaceId: row.workspace_id,
      name: row.name,
      email: row.email,
      scopes: Object.freeze(knownScopes(row.scopes)),
    }),
    expiresAt: row.expires_at?.getTime() ?? Infinity,
    lastUsedAt: row.last_used_at?.getTime() ?? -Infinity,
  };
}
