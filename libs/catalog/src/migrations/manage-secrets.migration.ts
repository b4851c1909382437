import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/** What is revoked stays so, whoever has the right to say when it was. */
const KEEP_REVOKED = `
  create or replace function catalog.keep_revoked() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $function$
  begin
    if tg_op = 'UPDATE' and old.revoked_at is not null and old.hash = new.hash then
      new.revoked_at := old.revoked_at;
    end if;
    new.revoked_at := coalesce(new.revoked_at, (
      select r.revoked_at from catalog.revocations r where r.hash = new.hash and r.reason = 'revoked'));
    return new;
  end
  $function$`;

const STATEMENTS = [
  `alter table catalog.tokens add column created_by text, add column revoked_by text`,
  `alter table catalog.data_planes
     add column expires_at timestamptz, add column last_used_at timestamptz,
     add column created_by text, add column revoked_by text`,
  KEEP_REVOKED,
  // Whoever revokes needs no right on the table of revocations.
  `alter function catalog.note_revocation() security definer set search_path = pg_catalog, pg_temp`,
  ...['tokens', 'data_planes'].flatMap((table) => [
    `drop trigger keep_revoked on catalog.${table}`,
    `create trigger keep_revoked before insert or update of hash, revoked_at on catalog.${table}
       for each row execute function catalog.keep_revoked()`,
  ]),
];

/**
 * Tokens and data planes that are made and revoked through the API: by whom, and until when a data plane's secret works. Older code
 * goes on beside, and takes a secret of a data plane for one without an end.
 */
export class ManageSecretsMigration extends NumberedMigration {
  readonly number = 9;
  readonly title = 'manage-secrets';
  readonly oldestCode = 1;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
