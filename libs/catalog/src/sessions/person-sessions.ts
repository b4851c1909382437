import { randomUUID } from 'node:crypto';
import { FIXED_LIMITS, LetheError, type Scope } from '@lethe/contracts';
import { toLetheError, type DatabaseConnection } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { hashSecret } from '../tokens/secret.js';
import { IS_ACTIVE } from '../tokens/secret-state.js';
import { makeSessionSecret } from './session-secret.js';
import { SESSION_TIMES } from './session-times.js';
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

/** The token of the person gets the rights of today, and lasts as long as a session that begins now. */
const REFRESH = `
  with mine as (
    update catalog.tokens
       set email = $3, scopes = $4, expires_at = now() + interval '${SESSION_TIMES.most} s'
     where workspace_id = $1 and person = $2 and revoked_at is null
    returning id
  ) select id from mine`;

/** A token whose secret nobody has: its hash is that of nothing which was told to anybody. */
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
   where others.in_force < ${FIXED_LIMITS.tokensPerWorkspace}
     and others.made_so_far < ${FIXED_LIMITS.secretsPerWorkspace}
  returning id`;

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
}

async function begin(manager: EntityManager, person: Person): Promise<NewSession> {
  const { workspaceId } = person;
  // One at a time in a workspace: of two, neither would count the other one.
  const workspaces = await manager.query<object[]>(
    'select id from catalog.workspaces where id = $1 for no key update',
    [workspaceId],
  );
  if (workspaces.length === 0) throw new LetheError('not_found');
  const tokenId = (await refresh(manager, person)) ?? (await insert(manager, person));
  const secret = makeSessionSecret();
  const [begun] = await manager.query<{ expires_at: Date }[]>(BEGIN_BY_TOKEN, [
    tokenId,
    hashSecret(secret),
  ]);
  if (begun === undefined) throw new LetheError('unavailable'); // revoked this very moment
  return { secret, expiresAt: begun.expires_at };
}

async function refresh(manager: EntityManager, person: Person): Promise<string | undefined> {
  const { workspaceId, person: who, email, scopes } = person;
  const [found] = await manager.query<{ id: string }[]>(REFRESH, [workspaceId, who, email, scopes]);
  return found?.id;
}

async function insert(manager: EntityManager, person: Person): Promise<string> {
  const { workspaceId, person: who, email, scopes, name } = person;
  const numbered = Array.from({ length: NAMES - 1 }, (_, at) => `${name} (${at + 2})`);
  const names = [name, ...numbered, `${name} (${randomUUID()})`];
  const [made] = await manager.query<{ id: string }[]>(INSERT, [
    ...[workspaceId, who, email, scopes, names],
    hashSecret(makeSessionSecret()),
  ]);
  if (made !== undefined) return made.id;
  throw new LetheError('conflict', {
    message: 'The workspace has as many tokens as it may have. Revoke some that are not used.',
  });
}
