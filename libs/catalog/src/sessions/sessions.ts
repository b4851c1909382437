import type { DatabaseConnection } from '@lethe/database';
import { askDatabase } from '../ask-database.js';
import { IS_ACTIVE } from '../tokens/secret-state.js';
import { hashSecret } from '../tokens/secret.js';
import {
  keyOfHash,
  SecretLookup,
  type AskAsStranger,
  type Owners,
} from '../tokens/secret-lookup.js';
import { isSessionSecret, makeSessionSecret } from './session-secret.js';
import {
  CODE_SECONDS,
  CODES_PER_TOKEN,
  SESSION_TIMES,
  SESSIONS_PER_TOKEN,
} from './session-times.js';

/** Rows that ended and are deleted by whoever signs in next: more than one that comes, so they become fewer. */
const SWEEP = 100;

/** A session that was just begun. */
export interface NewSession {
  /** Its id, which the browser gets and nobody else: only its hash is stored. */
  readonly secret: string;
  readonly expiresAt: Date;
}

/** The token that a code signs in with, and the workspace that it opens. */
export interface CodeOwner {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly tokenName: string;
}

/** A code that signs in once. */
export interface SignInCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Begins a session of the token that `used` finds, if that works. `others` are those of the token by use: all but the most that may
 * be open beside the new one end, and so do some of anybody whose time is over.
 */
const begin = (used: string) => `
  with used as (${used}), mine as (
    select id, expires_at from catalog.tokens where id = (select token_id from used) and ${IS_ACTIVE} for share
  ), others as (
    select hash from catalog.sessions where token_id = (select id from mine)
     order by last_used_at desc offset ${SESSIONS_PER_TOKEN - 1}
  ), ended as (
    select hash from catalog.sessions where expires_at <= now() limit ${SWEEP}
  ), gone as (
    delete from catalog.sessions where hash in (select hash from others union select hash from ended)
  )
  insert into catalog.sessions (hash, token_id, expires_at)
  select $2, id, least(now() + interval '${SESSION_TIMES.most} s', expires_at) from mine
  returning expires_at`;

/** Takes the id of a token, and the hash of the session's id. */
export const BEGIN_BY_TOKEN = begin('select $1::uuid as token_id');
/** One of several that come with the same code has it: each waits for the row that the first one deletes. */
const BY_CODE = begin(
  'delete from catalog.sign_in_codes where hash = $1 and expires_at > now() returning token_id',
);

const MAKE_CODE = `
  with mine as (
    select id, expires_at from catalog.tokens where id = $1 and ${IS_ACTIVE} for share
  ), others as (
    select hash from catalog.sign_in_codes where token_id = (select id from mine)
     order by expires_at desc offset ${CODES_PER_TOKEN - 1}
  ), ended as (
    select hash from catalog.sign_in_codes where expires_at <= now() limit ${SWEEP}
  ), gone as (
    delete from catalog.sign_in_codes where hash in (select hash from others union select hash from ended)
  )
  insert into catalog.sign_in_codes (hash, token_id, expires_at)
  select $2, id, least(now() + interval '${CODE_SECONDS} s', expires_at) from mine
  returning expires_at`;

const KNOWN_CODES = `
  select c.hash, w.id as workspace_id, w.name as workspace_name, t.name as token_name
    from catalog.sign_in_codes c
    join catalog.tokens t on t.id = c.token_id
    join catalog.workspaces w on w.id = t.workspace_id
   where c.hash = any($1::bytea[]) and c.expires_at > now()`;

interface CodeRow {
  readonly hash: Buffer;
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly token_name: string;
}

/** Begins and ends sessions of the console. */
export class Sessions {
  private readonly codes: SecretLookup<CodeOwner>;

  constructor(private readonly database: DatabaseConnection) {
    this.codes = new SecretLookup((hashes) => this.findCodes(hashes));
  }

  /**
   * @param tokenId of a token that was just authenticated
   * @returns `undefined` when it works no more
   * @throws LetheError `unavailable`
   */
  begin(tokenId: string): Promise<NewSession | undefined> {
    return this.insert(BEGIN_BY_TOKEN, tokenId);
  }

  /**
   * @param code as the browser sent it
   * @param asStranger asks about one that was never known here
   * @returns `undefined` when nobody has it, or it was used, or its minute is over, or its token works no more
   * @throws LetheError `unavailable`
   */
  async beginByCode(code: string, asStranger?: AskAsStranger): Promise<NewSession | undefined> {
    if (!isSessionSecret(code)) return undefined;
    // Guesses are looked up together, and none of them waits for a row or is written.
    if ((await this.codes.find(code, asStranger)) === undefined) return undefined;
    const begun = await this.insert(BY_CODE, hashSecret(code));
    this.codes.forget(code);
    return begun;
  }

  /**
   * Finds out whom a code would sign in, and leaves the code usable.
   *
   * @param code as the browser sent it
   * @param asStranger asks about one that was never known here
   * @returns `undefined` when nobody has it, or it was used, or its minute is over
   * @throws LetheError `unavailable`
   */
  async ownerOfCode(code: string, asStranger?: AskAsStranger): Promise<CodeOwner | undefined> {
    return isSessionSecret(code) ? this.codes.find(code, asStranger) : undefined;
  }

  /**
   * Makes a code that signs in once, at any gateway.
   *
   * @returns `undefined` when the token works no more
   * @throws LetheError `unavailable`
   */
  async makeCode(tokenId: string): Promise<SignInCode | undefined> {
    const code = makeSessionSecret();
    const [made] = await this.ask<{ expires_at: Date }>(MAKE_CODE, [tokenId, hashSecret(code)]);
    return made === undefined ? undefined : { code, expiresAt: made.expires_at };
  }

  /** Ends a session; again it changes nothing. @throws LetheError `unavailable` */
  async end(secret: string): Promise<void> {
    await this.ask('delete from catalog.sessions where hash = $1', [hashSecret(secret)]);
  }

  private async insert(sql: string, by: string | Buffer): Promise<NewSession | undefined> {
    const secret = makeSessionSecret();
    const [begun] = await this.ask<{ expires_at: Date }>(sql, [by, hashSecret(secret)]);
    return begun === undefined ? undefined : { secret, expiresAt: begun.expires_at };
  }

  private async findCodes(hashes: readonly Buffer[]): Promise<Owners<CodeOwner>> {
    const rows = await this.ask<CodeRow>(KNOWN_CODES, [hashes]);
    return new Map(
      rows.map(({ hash, workspace_id: id, workspace_name: name, token_name: tokenName }) => [
        keyOfHash(hash),
        { workspace: { id, name }, tokenName },
      ]),
    );
  }

  private ask<Row extends object>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const { database } = this;
    return askDatabase(() => database.query<Row>(sql, parameters), database.lookupMs);
  }
}
