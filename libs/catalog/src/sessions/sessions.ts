import type { DatabaseConnection } from '@lethe/database';
import { lookUps, type LookUps } from '../ask-database.js';
import { IS_ACTIVE } from '../tokens/secret-state.js';
import { hashSecret } from '../tokens/secret.js';
import {
  keyOfHash,
  CredentialLookup,
  type QueryUnauthenticated,
  type Owners,
} from '../tokens/credential-lookup.js';
import { isSessionSecret, makeSessionSecret } from './session-secret.js';
import {
  CODE_SECONDS,
  CODES_PER_TOKEN,
  SESSION_TIMES,
  SESSIONS_PER_TOKEN,
} from './session-bounds.js';

/**
 * Maximum number of expired rows that each sign-in deletes. A sign-in adds fewer rows than this, so
 * expired rows do not accumulate.
 */
const SWEEP = 100;

export interface NewSession {
  /** Secret of the session. Only the browser gets it, and only its hash is stored. */
  readonly secret: string;
  readonly expiresAt: Date;
}

/** The token of a sign-in code, and its workspace. */
export interface CodeOwner {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly tokenName: string;
}

export interface SignInCode {
  readonly code: string;
  readonly expiresAt: Date;
}

interface OfToken {
  readonly table: 'sessions' | 'sign_in_codes';
  /**
   * Column by which rows are deleted if a token has too many rows. Rows with the lowest values are
   * deleted first.
   */
  readonly order: 'last_used_at' | 'expires_at';
  readonly most: number;
  readonly seconds: number;
}

/**
 * Returns SQL that inserts the hash `$2` for the token that the statement `used` returns, if this
 * token is active. The SQL also deletes the rows of the token above the maximum (`others`). From
 * all tokens, it deletes up to `SWEEP` expired rows (`ended`).
 */
const add = (used: string, { table, order, most, seconds }: OfToken) => `
  with used as (${used}), mine as (
    select id, expires_at from catalog.tokens where id = (select token_id from used) and ${IS_ACTIVE} for share
  ), others as (
    select hash from catalog.${table} where token_id = (select id from mine)
     order by ${order} desc offset ${most - 1}
  ), ended as (
    select hash from catalog.${table} where expires_at <= now() limit ${SWEEP}
  ), gone as (
    delete from catalog.${table} where hash in (select hash from others union select hash from ended)
  )
  insert into catalog.${table} (hash, token_id, expires_at)
  select $2, id, least(now() + interval '${seconds} s', expires_at) from mine
  returning expires_at`;

const OF_TOKEN = 'select $1::uuid as token_id';
const SESSIONS: OfToken = {
  ...{ table: 'sessions', order: 'last_used_at' },
  ...{ most: SESSIONS_PER_TOKEN, seconds: SESSION_TIMES.total },
};
const CODES: OfToken = {
  ...{ table: 'sign_in_codes', order: 'expires_at' },
  ...{ most: CODES_PER_TOKEN, seconds: CODE_SECONDS },
};

/** Parameters: id of a token, and hash of the secret of the session. */
export const BEGIN_BY_TOKEN = add(OF_TOKEN, SESSIONS);
/**
 * If several requests use the same code, only the first one succeeds. It deletes the row of the
 * code, and the other requests wait for the deletion and then find no row.
 */
const BY_CODE = add(
  'delete from catalog.sign_in_codes where hash = $1 and expires_at > now() returning token_id',
  SESSIONS,
);
const MAKE_CODE = add(OF_TOKEN, CODES);

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
  private readonly codes: CredentialLookup<CodeOwner>;

  private readonly database: LookUps;

  constructor(database: DatabaseConnection) {
    this.database = lookUps(database);
    this.codes = new CredentialLookup((hashes) => this.findCodes(hashes));
  }

  /**
   * @param tokenId id of a token that was just authenticated
   * @returns `undefined` if the token is no longer active
   * @throws LetheError `unavailable`
   */
  begin(tokenId: string): Promise<NewSession | undefined> {
    return this.insert(BEGIN_BY_TOKEN, tokenId);
  }

  /**
   * @param code from the browser
   * @param asUnauthenticated runs the query for a code that this process does not know
   * @returns `undefined` if the code is unknown, used or expired, or its token is no longer active
   * @throws LetheError `unavailable`
   */
  async beginByCode(
    code: string,
    asUnauthenticated?: QueryUnauthenticated,
  ): Promise<NewSession | undefined> {
    if (!isSessionSecret(code)) return undefined;
    // This look-up rejects guessed codes before the insert, so that a guess never takes a row lock
    // or writes to the database.
    if ((await this.codes.find(code, asUnauthenticated)) === undefined) return undefined;
    const begun = await this.insert(BY_CODE, hashSecret(code));
    this.codes.invalidate(code);
    return begun;
  }

  /**
   * Returns the token and the workspace of a code. The code can still be used afterwards.
   *
   * @param code from the browser
   * @param asUnauthenticated runs the query for a code that this process does not know
   * @returns `undefined` if the code is unknown, used or expired
   * @throws LetheError `unavailable`
   */
  async ownerOfCode(
    code: string,
    asUnauthenticated?: QueryUnauthenticated,
  ): Promise<CodeOwner | undefined> {
    return isSessionSecret(code) ? this.codes.find(code, asUnauthenticated) : undefined;
  }

  /**
   * Creates a code that signs in once, at any gateway.
   *
   * @returns `undefined` if the token is no longer active
   * @throws LetheError `unavailable`
   */
  async makeCode(tokenId: string): Promise<SignInCode | undefined> {
    const made = await this.insert(MAKE_CODE, tokenId);
    return made && { code: made.secret, expiresAt: made.expiresAt };
  }

  /** Ends a session. A repeated call changes nothing. @throws LetheError `unavailable` */
  async end(secret: string): Promise<void> {
    await this.database.query('delete from catalog.sessions where hash = $1', [hashSecret(secret)]);
  }

  private async insert(sql: string, by: string | Buffer): Promise<NewSession | undefined> {
    const secret = makeSessionSecret();
    const [begun] = await this.database.query<{ expires_at: Date }>(sql, [by, hashSecret(secret)]);
    return begun === undefined ? undefined : { secret, expiresAt: begun.expires_at };
  }

  private async findCodes(hashes: readonly Buffer[]): Promise<Owners<CodeOwner>> {
    const rows = await this.database.query<CodeRow>(KNOWN_CODES, [hashes]);
    return new Map(
      rows.map(({ hash, workspace_id: id, workspace_name: name, token_name: tokenName }) => [
        keyOfHash(hash),
        { workspace: { id, name }, tokenName },
      ]),
    );
  }
}
