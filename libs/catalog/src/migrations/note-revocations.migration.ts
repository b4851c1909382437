import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/** Tables with secrets, and the `kind` by which the revocations topic calls each. */
const TABLES = { tokens: 'token', data_planes: 'data_plane' } as const;

/**
 * A secret that was revoked stays so, also when its row is new: after a restore of the database the
 * workspace file may bring it again.
 */
const KEEP_REVOKED = `
  create function catalog.keep_revoked() returns trigger language plpgsql as $function$
  begin
    new.revoked_at := coalesce(new.revoked_at, (
      select r.revoked_at from catalog.revocations r where r.hash = new.hash and r.reason = 'revoked'));
    return new;
  end
  $function$`;

/**
 * Runs in the transaction that revokes, whether that comes from the command line, the workspace
 * file or a person with SQL.
 */
const NOTE_REVOCATION = `
  create function catalog.note_revocation() returns trigger language plpgsql as $function$
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
  $function$`;

const STATEMENTS = [
  `create table catalog.revocations (
    hash bytea primary key check (octet_length(hash) = 32),
    kind text not null check (kind in ('token', 'data_plane')),
    reason text not null check (reason in ('revoked', 'replaced')),
    revoked_at timestamptz not null
  )`,
  KEEP_REVOKED,
  NOTE_REVOCATION,
  ...Object.entries(TABLES).flatMap(([table, kind]) => [
    `create trigger keep_revoked before insert or update of hash on catalog.${table}
      for each row execute function catalog.keep_revoked()`,
    `create trigger note_revocation after insert or update of hash, revoked_at on catalog.${table}
      for each row execute function catalog.note_revocation('${kind}')`,
    // Comes last: creating the triggers waited for open transactions of older code, so no
    // revocation in between is missed.
    `insert into catalog.revocations (hash, kind, reason, revoked_at)
      select hash, '${kind}', 'revoked', revoked_at from catalog.${table} where revoked_at is not null
      on conflict do nothing`,
  ]),
];

/**
 * Notes which secrets are revoked, so that the relay can publish them and revocations outlive a
 * restore of the database. Noted by triggers, so older code may run beside, and what it revokes
 * counts too.
 */
export class NoteRevocationsMigration extends NumberedMigration {
  readonly number = 4;
  readonly title = 'note-revocations';
  readonly oldestCode = 1;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
