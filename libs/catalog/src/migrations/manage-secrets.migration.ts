import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

const OF_THE_OWNER = 'security definer set search_path = pg_catalog, pg_temp';

/** What is revoked stays so, whoever has the right to say when it was, and also with another secret. */
const KEEP_REVOKED = `
  create or replace function catalog.keep_revoked() returns trigger language plpgsql ${OF_THE_OWNER} as $function$
  begin
    if tg_op = 'UPDATE' and old.revoked_at is not null then
      new.revoked_at := old.revoked_at;
    end if;
    new.revoked_at := coalesce(new.revoked_at, (
      select r.revoked_at from catalog.revocations r where r.hash = new.hash and r.reason = 'revoked'));
    return new;
  end
  $function$`;

/** Whoever revokes needs no right on the table of revocations; and nobody can have these run by a trigger of their own. */
const FUNCTIONS = [
  KEEP_REVOKED,
  `alter function catalog.note_revocation() ${OF_THE_OWNER}`,
  `revoke execute on function catalog.keep_revoked(), catalog.note_revocation() from public`,
];

const COLUMNS = {
  tokens: 'add column if not exists created_by text, add column if not exists revoked_by text',
  data_planes: `add column if not exists expires_at timestamptz, add column if not exists last_used_at timestamptz,
    add column if not exists created_by text, add column if not exists revoked_by text`,
};

/**
 * Tokens and data planes that are made and revoked through the API: by whom, and until when a data plane's secret works. Older code
 * goes on beside, and takes a secret of a data plane for one without an end.
 *
 * Outside of a transaction, so that no request waits for it; begun anew after a crash.
 */
export class ManageSecretsMigration extends NumberedMigration {
  readonly number = 9;
  readonly title = 'manage-secrets';
  readonly oldestCode = 1;
  readonly schema = 'catalog';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of FUNCTIONS) await runner.query(statement);
    for (const [table, columns] of Object.entries(COLUMNS)) {
      await withShortLocks(runner, [
        `alter table catalog.${table} ${columns}`,
        `create or replace trigger keep_revoked before insert or update of hash, revoked_at on catalog.${table}
           for each row execute function catalog.keep_revoked()`,
      ]);
    }
  }
}
