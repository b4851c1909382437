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

/** Somebody whom an identity provider knows, and what they may do. */
export interface Person {
  readonly workspaceId: string;
  /** Who it is for all time: the provider and its subject. */
  readonly person: string;
  /** What people call them: `createdBy` of what they do. */
  readonly name: string;
  readonly email: string;
  readonly scopes: readonly Scope[];
}

/** Names that are tried before one that surely nobody has. */
const NAMES = 20;

const FIND = `
  select id from catalog.tokens where workspace_id = $1 and person = $2 and revoked_at is null`;

/**
 * A token whose secret nobody has: its hash is that of nothing which was told to anybody. Where the person has one already ($7),
 * a trigger (`migrations/baseline/person-tokens.ts`) gives that the rights of this one, makes it last as long, and nothing is inserted.
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
  select $1, $2, $3, $4, free.name, $6, now() + interval '${SESSION_TIMES.most} s' from free, others
   where $7::boolean or others.in_force < ${FIXED_LIMITS.tokensPerWorkspace}
     and others.made_so_far < ${FIXED_LIMITS.secretsPerWorkspace}
  returning id`;

/** Never stored: a trigger takes all scopes from the token that the person has, and from what was made with it. */
const END = `
  insert into catalog.tokens (workspace_id, person, email, scopes, name, hash, expires_at)
  select id, $2, '', '{}', '', $3, now() from catalog.workspaces where id = $1`;

const END_SESSIONS = `
  delete from catalog.sessions where token_id in (
    select id from catalog.tokens where workspace_id = $1 and person = $2)`;

/** Begins sessions of people whom an identity provider vouches for. Each has one token in a workspace, so all that holds of tokens holds of them. */
export class PersonSessions {
  constructor(private readonly database: DatabaseConnection) {}

  /**
   * One whose token was revoked gets another one: who may sign in says the provider.
   *
   * @throws LetheError `not_found` when there is no such workspace, `conflict` when it has too many tokens, `unavailable`
   */
  async begin(person: Person): Promise<NewSession> {
    try {
      return await this.database.transaction((manager) => begin(manager, person));
    } catch (error) {
      throw toLetheError(error);
    }
  }

  /**
   * Ends what a person may do in these workspaces: the sessions, and all tokens and data planes' secrets that the person made.
   *
   * @param person as in `Person`
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
  // One at a time in a workspace: of two, neither would count the other one.
  const workspaces = await manager.query<object[]>(
    'select id from catalog.workspaces where id = $1 for no key update',
    [workspaceId],
  );
  if (workspaces.length === 0) throw new LetheError('not_found');
  const tokenId = await keep(manager, person);
  const secret = makeSessionSecret();
  const [begun] = await manager.query<{ expires_at: Date }[]>(BEGIN_BY_TOKEN, [
    tokenId,
    hashSecret(secret),
  ]);
  if (begun === undefined) throw new LetheError('unavailable'); // revoked this very moment
  return { secret, expiresAt: begun.expires_at };
}

/** @returns the id of the person's token */
async function keep(manager: EntityManager, person: Person): Promise<string> {
  const { workspaceId, person: who, email, scopes, name } = person;
  const [found] = await manager.query<{ id: string }[]>(FIND, [workspaceId, who]);
  const numbered = Array.from({ length: NAMES - 1 }, (_, at) => `${name} (${at + 2})`);
  const isFree =
    found !== undefined ||
    (await findLookAlike(manager, { table: 'tokens', workspaceId }, name)) === undefined;
  const unique = `${name} (${randomUUID()})`;
  const names = isFree ? [name, ...numbered, unique] : [unique];
  const [made] = await manager.query<{ id: string }[]>(INSERT, [
    ...[workspaceId, who, email, scopes, names],
    ...[hashSecret(makeSessionSecret()), found !== undefined],
  ]);
  const id = made?.id ?? found?.id;
  if (id !== undefined) return id;
  throw new LetheError('conflict', {
    message: 'The workspace has as many tokens as it may have. Revoke some that are not used.',
  });
}
