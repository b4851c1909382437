import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

const HASH = 'hash bytea primary key check (octet_length(hash) = 32)';
const TOKEN = 'token_id uuid not null references catalog.tokens on delete cascade';

/**
 * Both hold hashes of what a browser has. An index for those of a token, as a token has so many only, and one by the end, as
 * what has ended is deleted by whoever signs in next.
 */
const TABLES = [
  `create table if not exists catalog.sessions (
    id uuid not null unique default gen_random_uuid(),
    ${HASH},
    ${TOKEN},
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index if not exists sessions_token on catalog.sessions (token_id)`,
  `create index if not exists sessions_end on catalog.sessions (expires_at)`,
  `create table if not exists catalog.sign_in_codes (
    ${HASH},
    ${TOKEN},
    expires_at timestamptz not null
  )`,
  `create index if not exists sign_in_codes_token on catalog.sign_in_codes (token_id)`,
  `create index if not exists sign_in_codes_end on catalog.sign_in_codes (expires_at)`,
];

/** Of a person of an identity provider, a workspace has one token that is not revoked. */
const PERSON_INDEX = `tokens_person on catalog.tokens (workspace_id, person)
  where person is not null and revoked_at is null`;

/**
 * A person who signs in anew gets the rights of today by the token that they have. Whoever stores tokens needs no right to change
 * those of others for that.
 */
const KEEP_PERSON = `
  create or replace function catalog.keep_person() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $function$
  begin
    update catalog.tokens set email = new.email, scopes = new.scopes, expires_at = new.expires_at
     where workspace_id = new.workspace_id and person = new.person and revoked_at is null;
    if found then
      return null;
    end if;
    return new;
  end
  $function$`;

/**
 * Sessions of the console, codes that sign in once, and tokens that stand for a person of an identity provider.
 *
 * Outside of a transaction, so that no request waits for it; begun anew after a crash.
 */
export class SignInMigration extends NumberedMigration {
  readonly number = 11;
  readonly title = 'sign-in';
  readonly oldestCode = 1;
  readonly schema = 'catalog';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, TABLES);
    await runner.query(KEEP_PERSON);
    await runner.query('revoke execute on function catalog.keep_person() from public');
    await withShortLocks(runner, [
      'alter table catalog.tokens add column if not exists person text',
      `create or replace trigger keep_person before insert on catalog.tokens
         for each row when (new.person is not null) execute function catalog.keep_person()`,
    ]);
    await runner.query('drop index concurrently if exists catalog.tokens_person');
    await runner.query(`create unique index concurrently ${PERSON_INDEX}`);
  }
}
