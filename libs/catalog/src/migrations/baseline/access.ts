import { OF_THE_OWNER, OF_WORKSPACE } from './columns.js';
import { PERSON_TOKENS } from './person-tokens.js';

/**
 * Secrets are stored as SHA-256 hashes, and found by their hash. A slow or salted hash is not
 * needed, because the secrets are random.
 */
const CHECKED = 'check (octet_length(hash) = 32)';
const HASH = `hash bytea not null unique ${CHECKED}`;

/** Table of secrets → `kind` of these secrets on the revocations topic. */
const SECRETS = { tokens: 'token', data_planes: 'data_plane' } as const;

const TABLES = [
  // `person` is the owner of the token if the owner signs in with an identity provider. If such a
  // person created this token, `person_token_id` is the token that the person got at sign-in.
  `create table catalog.tokens (
    id uuid primary key default gen_random_uuid(),
    ${OF_WORKSPACE},
    name text not null,
    ${HASH},
    email text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    created_by text,
    revoked_by text,
    person text,
    person_token_id uuid,
    unique (workspace_id, name)
  )`,
  // A person has at most one unrevoked token in each workspace.
  `create unique index tokens_person on catalog.tokens (workspace_id, person)
    where person is not null and revoked_at is null`,
  `create table catalog.data_planes (
    id uuid primary key default gen_random_uuid(),
    workspace_id text collate "C" references catalog.workspaces on delete cascade,
    namespace_id text collate "C" references catalog.namespaces on delete cascade,
    name text not null,
    ${HASH},
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    expires_at timestamptz,
    last_used_at timestamptz,
    created_by text,
    revoked_by text,
    person_token_id uuid,
    check (num_nonnulls(workspace_id, namespace_id) = 1),
    unique nulls not distinct (workspace_id, namespace_id, name)
  )`,
];

/**
 * Hashes of secrets that were revoked or replaced. The relay publishes them, so that revocations
 * survive a restore of the database. Triggers record a revocation in the transaction that revokes
 * the secret. So revocations by the workspace file, the command line or plain SQL are recorded,
 * too.
 */
const REVOCATIONS = [
  `create table catalog.revocations (
    hash bytea primary key ${CHECKED},
    kind text not null check (kind in ('token', 'data_plane')),
    reason text not null check (reason in ('revoked', 'replaced')),
    revoked_at timestamptz not null
  )`,
  // A revoked row stays revoked with its original time, even if it gets another secret. A new row
  // with a revoked secret is also revoked. After a restore of the database, the workspace file can
  // insert such a row.
  `create function catalog.keep_revoked() returns trigger language plpgsql ${OF_THE_OWNER} as $function$
  begin
    if tg_op = 'UPDATE' and old.revoked_at is not null then
      new.revoked_at := old.revoked_at;
    end if;
    new.revoked_at := coalesce(new.revoked_at, (
      select r.revoked_at from catalog.revocations r where r.hash = new.hash and r.reason = 'revoked'));
    return new;
  end
  $function$`,
  `create function catalog.note_revocation() returns trigger language plpgsql ${OF_THE_OWNER} as $function$
  begin
    if tg_op = 'UPDATE' and old.hash <> new.hash then
      insert into catalog.revocations (hash, kind, reason, revoked_at)
      values (old.hash, tg_argv[0], 'replaced', clock_timestamp())
      on conflict do nothing;
    end if;
    if new.revoked_at is not null then
      insert into catalog.revocations as known (hash, kind, reason, revoked_at)
      values (new.hash, tg_argv[0], 'revoked', new.revoked_at)
      on conflict (hash) do update set reason = excluded.reason, revoked_at = excluded.revoked_at
      where known.reason = 'replaced';
    else
      delete from catalog.revocations where hash = new.hash; -- replaced once, and back again
    end if;
    return null;
  end
  $function$`,
  'revoke execute on function catalog.keep_revoked(), catalog.note_revocation() from public',
  ...Object.entries(SECRETS).flatMap(([table, kind]) => [
    `create trigger keep_revoked before insert or update of hash, revoked_at on catalog.${table}
      for each row execute function catalog.keep_revoked()`,
    `create trigger note_revocation after insert or update of hash, revoked_at on catalog.${table}
      for each row execute function catalog.note_revocation('${kind}')`,
  ]),
];

const OF_TOKEN = 'token_id uuid not null references catalog.tokens on delete cascade';

/**
 * Sessions of the console, and sign-in codes. Both tables store hashes; only browsers have the
 * secrets. The index by token serves to find the rows of a token that exceed the maximum. The index
 * by expiry serves to find expired rows, which each sign-in deletes.
 */
const SESSIONS = [
  `create table catalog.sessions (
    id uuid not null unique default gen_random_uuid(),
    hash bytea primary key ${CHECKED},
    ${OF_TOKEN},
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create table catalog.sign_in_codes (
    hash bytea primary key ${CHECKED},
    ${OF_TOKEN},
    expires_at timestamptz not null
  )`,
  ...['sessions', 'sign_in_codes'].flatMap((table) => [
    `create index ${table}_token on catalog.${table} (token_id)`,
    `create index ${table}_end on catalog.${table} (expires_at)`,
  ]),
];

export const ACCESS = [...TABLES, ...REVOCATIONS, ...PERSON_TOKENS, ...SESSIONS];
