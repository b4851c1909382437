import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/** Of one transformation; the newest ones. The present one is the newest, so it stays. */
export const KEPT_VERSIONS = 100;

const VERSIONS = `
  create table if not exists catalog.transformation_versions (
    workspace_id text collate "C" not null,
    transformation_id text collate "C" not null,
    number integer not null check (number > 0),
    code text not null,
    created_by text,
    created_at timestamptz not null default now(),
    primary key (workspace_id, transformation_id, number),
    foreign key (workspace_id, transformation_id) references catalog.transformations on delete cascade
  )`;

/** Under no lock; what changes meanwhile is made good with the triggers. */
const VERSIONS_OF_BEFORE = `
  insert into catalog.transformation_versions (workspace_id, transformation_id, number, code, created_at)
  select workspace_id, id, 1, code, updated_at from catalog.transformations t
  where not exists (
    select from catalog.transformation_versions v
    where v.workspace_id = t.workspace_id and v.transformation_id = t.id)
  on conflict do nothing`;

const PRESENT_VERSIONS = `
  insert into catalog.transformation_versions as kept (workspace_id, transformation_id, number, code, created_at)
  select workspace_id, id, version, code, updated_at from catalog.transformations
  on conflict (workspace_id, transformation_id, number)
  do update set code = excluded.code, created_at = excluded.created_at where kept.code <> excluded.code`;

const NUMBER_VERSION = `
  create or replace function catalog.number_version() returns trigger language plpgsql as $function$
  begin
    new.version := case
      when tg_op = 'INSERT' then 1
      when new.code = old.code then old.version
      else old.version + 1
    end;
    return new;
  end
  $function$`;

/** With the rights of the owner: whoever changes a transformation has none to change what it was. */
const KEEP_VERSION = `
  create or replace function catalog.keep_version() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $function$
  begin
    if tg_op = 'UPDATE' and new.version = old.version then
      return null;
    end if;
    insert into catalog.transformation_versions (workspace_id, transformation_id, number, code, created_by)
    values (new.workspace_id, new.id, new.version, new.code, nullif(current_setting('lethe.author', true), ''));
    delete from catalog.transformation_versions v
    where v.workspace_id = new.workspace_id and v.transformation_id = new.id and v.number <= new.version - ${KEPT_VERSIONS};
    return null;
  end
  $function$`;

/** In one transaction with the lock on the table, so that no change comes between. */
const TRIGGERS = [
  'alter table catalog.transformations add column if not exists version integer not null default 1',
  NUMBER_VERSION,
  KEEP_VERSION,
  'revoke execute on function catalog.keep_version() from public',
  `create or replace trigger number_version before insert or update on catalog.transformations
     for each row execute function catalog.number_version()`,
  `create or replace trigger keep_version after insert or update on catalog.transformations
     for each row execute function catalog.keep_version()`,
  PRESENT_VERSIONS,
];

const TEST_CASES = `create table if not exists catalog.test_cases (
    workspace_id text collate "C" not null references catalog.workspaces on delete cascade,
    id text collate "C" not null,
    transformation_id text collate "C",
    destination_id text collate "C",
    name text not null,
    content jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    check (num_nonnulls(transformation_id, destination_id) = 1)
  )`;

const OWNERS = { transformation: 'transformations', destination: 'destinations' } as const;

/**
 * Every state that the code of a transformation had, and test cases beside transformations and destinations. Versions are noted by
 * triggers, so older code may run beside, and what it saves, or the workspace file, is a version too, of nobody known.
 *
 * Outside of a transaction, so that no request waits for it; begun anew after a crash.
 */
export class VersionTransformationsMigration extends NumberedMigration {
  readonly number = 10;
  readonly title = 'version-transformations';
  readonly oldestCode = 1;
  readonly schema = 'catalog';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [VERSIONS]);
    await runner.query(VERSIONS_OF_BEFORE);
    await withShortLocks(runner, TRIGGERS);
    await withShortLocks(runner, [TEST_CASES]);
    for (const [owner, table] of Object.entries(OWNERS)) {
      const name = `test_cases_${owner}`;
      await withShortLocks(runner, [
        `alter table catalog.test_cases drop constraint if exists ${name}`,
        `alter table catalog.test_cases add constraint ${name}
           foreign key (workspace_id, ${owner}_id) references catalog.${table} on delete cascade`,
        `create index if not exists ${name} on catalog.test_cases (workspace_id, ${owner}_id, id)
           where ${owner}_id is not null`,
      ]);
    }
  }
}
