import { randomUUID } from 'node:crypto';
import { FIXED_LIMITS, LetheError, type Scope } from '@lethe/contracts';
import { toLetheError, type DatabaseConnection } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { hashSecret } from '../tokens/secret.js';
import { findLookAlike } from '../tokens/refuse-look-alike.js';
import { IS_ACTIVE } from '../tokens/secret-state.js';
import { makeSessionSecret } from './session-secret.js';
import { SESSION_TIMES } from './session-bounds.js';
import { BEGIN_BY_TOKEN, type NewSession } from './sessions.js';

/** A person whom an identity provider has authenticated, with the person's permissions. */
export interface Person {
  readonly workspaceId: string;
  /** Permanent identity of the person: the identity provider, and the person's subject there. */
  readonly person: string;
  /**
   * Display name. The token of the person gets this name, with an addition if the name is taken.
   * Resources that the person creates show the name of the token as `createdBy`.
   */
  readonly name: string;
  readonly email: string;
  readonly scopes: readonly Scope[];
}

/** Number of candidate names for a token. If all are taken, the name gets a UUID. */
const MAX_NAMES = 20;

const FIND = `
  select id from catalog.tokens where workspace_id = $1 and person = $2 and revoked_at is null`;

/**
 * Inserts a token with the hash of a secret that no client has. If the person already has a token
 * (`$7`), a trigger prevents the insert (`migrations/baseline/person-tokens.ts`). The trigger
 * copies the new scopes and the new expiry to that token.
 */
const INSERT = `
  with others as (
    select count(*) filter (where ${IS_ACTIVE})::int as in_force, count(*)::int as made_so_far
      from catalog.tokens where workspace_id = $1
  ), free as (
    select candidate.name from unnest($5::text[]) with ordinality as candidate (name, place)
     where not exists (select from catalog.tokens t where t.workspace_id = $1 and t.name = candidate.name)
     order by place limit 1
  )
  insert into catalog.tokens (workspace_id, person, email, scopes, name, hash, expires_at)
  select $1, $2, $3, $4, free.name, $6, now() + interval '${SESSION_TIMES.total} s' from free, others
   where $7::boolean or others.in_force < ${FIXED_LIMITS.tokensPerWorkspace}
     and others.made_so_far < ${FIXED_LIMITS.secretsPerWorkspace}
  returning id`;

/**
 * Inserts nothing, because a trigger prevents the insert. The trigger removes all scopes from the
 * token of the person. As a result, the tokens and data planes that the person created are revoked.
 */
const END = `
  insert into catalog.tokens (workspace_id, person, email, scopes, name, hash, expires_at)
  select id, $2, '', '{}', '', $3, now() from catalog.workspaces where id = $1`;

const END_SESSIONS = `
  delete from catalog.sessions where token_id in (
    select id from catalog.tokens where workspace_id = $1 and person = $2)`;

/**
 * Begins sessions of persons that an identity provider has authenticated. Each person has one token
 * in each workspace, so that all rules for tokens apply to persons too.
 */
export class PersonSessions {
  constructor(private readonly database: DatabaseConnection) {}

  /**
   * Begins a session. A person whose token was revoked gets a new token, because the identity
   * provider decides which persons can sign in.
   *
   * @throws LetheError `not_found` if the workspace does not exist, `conflict` if it has too many
   * tokens, `unavailable`
   */
  async begin(person: Person): Promise<NewSession> {
    try {
      return await this.database.transaction((manager) => begin(manager, person));
    } catch (error) {
      throw toLetheError(error);
    }
  }

  /**
   * Ends the access of a person to these workspaces. The sessions of the person end, and the tokens
   * and data planes that the person created are revoked.
   *
   * @param person see `Person.person`
   * @throws LetheError `unavailable`
   */
  async end(person: string, workspaceIds: readonly string[]): Promise<void> {
    try {
      await this.database.transaction(async (manager) => {
        for (const workspaceId of [...workspaceIds].sort()) {
          await manager.query(END, [workspaceId, person, hashSecret(makeSessionSecret())]);
          await manager.query(END_SESSIONS, [workspaceId, person]);
        }
      });
    } catch (error) {
      throw toLetheError(error);
    }
  }
}

async function begin(manager: EntityManager, person: Person): Promise<NewSession> {
  const { workspaceId } = person;
  // Locks the workspace, because two concurrent creations would not count each other's token.
  const workspaces = await manager.query<object[]>(
    'select id from catalog.workspaces where id = $1 for no key update',
    [workspaceId],
  );
  if (workspaces.length === 0) throw new LetheError('not_found');
  const tokenId = await upsertToken(manager, person);
  const secret = makeSessionSecret();
  const [begun] = await manager.query<{ expires_at: Date }[]>(BEGIN_BY_TOKEN, [
    tokenId,
    hashSecret(secret),
  ]);
  if (begun === undefined) throw new LetheError('unavailable'); // the token was just revoked
  return { secret, expiresAt: begun.expires_at };
}

/** @returns the id of the person's token */
async function upsertToken(manager: EntityManager, person: Person): Promise<string> {
  const { workspaceId, person: personId, email, scopes, name } = person;
  const [found] = await manager.query<{ id: string }[]>(FIND, [workspaceId, personId]);
  const numbered = Array.from({ length: MAX_NAMES - 1 }, (_, at) => `${name} (${at + 2})`);
  const isFree =
    found !== undefined ||
    (await findLookAlike(manager, { table: 'tokens', workspaceId }, name)) === undefined;
  const unique = `${name} (${randomUUID()})`;
  const names = isFree ? [name, ...numbered, unique] : [unique];
  const [made] = await manager.query<{ id: string }[]>(INSERT, [
    ...[workspaceId, personId, email, scopes, names],
    ...[hashSecret(makeSessionSecret()), found !== undefined],
  ]);
  const id = made?.id ?? found?.id;
  if (id !== undefined) return id;
  throw new LetheError('conflict', {
    message: 'The workspace has the maximum number of tokens. Revoke tokens that are not in use.',
  });
}
