import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/** Tables that a data plane's configuration is made of, or that say which data plane gets it. */
const TABLES = [
  'workspaces',
  'sources',
  'destinations',
  'connections',
  'transformations',
  'transformation_libraries',
  'namespace_workspaces',
];

/**
 * The clock is moved once a transaction, and its row stays locked until the commit. So times become
 * visible in their order, no two transactions have the same one, and whoever has seen a time has
 * seen every change up to it, in all workspaces of a namespace. That makes catalog writes of one
 * database commit one after the other; the trigger is deferred, so only their commits wait for one
 * another.
 */
const FUNCTION = `
  create function catalog.note_configuration_change() returns trigger language plpgsql as $function$
  declare
    changed text;
    noted_at text := current_setting('lethe.configuration_noted_at', true);
    at timestamptz(3);
  begin
    if tg_table_name = 'workspaces' then
      changed := coalesce(new.id, old.id);
    else
      changed := coalesce(new.workspace_id, old.workspace_id);
    end if;
    -- Settings of the transaction. Most rows of one are of one workspace, and cost no more than this.
    if changed = current_setting('lethe.configuration_noted_of', true) then
      return null;
    end if;
    if noted_at is null or noted_at = '' then
      update catalog.configuration_clock
      set last_at = greatest(
        date_trunc('milliseconds', clock_timestamp()), last_at + interval '1 millisecond')
      returning last_at into strict at;
      perform set_config('lethe.configuration_noted_at', at::text, true);
    else
      at := noted_at::timestamptz;
    end if;
    -- Nothing for a workspace that is gone: its rows went with it.
    insert into catalog.configuration_changes as known (workspace_id, changed_at)
    select w.id, at from catalog.workspaces w where w.id = changed
    on conflict (workspace_id) do update set changed_at = excluded.changed_at
    where known.changed_at <> excluded.changed_at;
    perform set_config('lethe.configuration_noted_of', changed, true);
    return null;
  end
  $function$`;

const STATEMENTS = [
  `create table catalog.configuration_clock (
    only_row boolean primary key default true check (only_row),
    last_at timestamptz(3) not null
  )`,
  `insert into catalog.configuration_clock (last_at)
    values (date_trunc('milliseconds', clock_timestamp()))`,
  `create table catalog.configuration_changes (
    workspace_id text collate "C" primary key references catalog.workspaces on delete cascade,
    changed_at timestamptz(3) not null
  )`,
  FUNCTION,
  ...TABLES.map(
    (table) => `create constraint trigger note_configuration_change
      after insert or update or delete on catalog.${table}
      deferrable initially deferred
      for each row execute function catalog.note_configuration_change()`,
  ),
  // Comes last: creating the triggers waited for open transactions of older code, so no change in
  // between is missed.
  `insert into catalog.configuration_changes (workspace_id, changed_at)
    select w.id, c.last_at from catalog.workspaces w, catalog.configuration_clock c
    on conflict do nothing`,
];

/**
 * When the configuration of each workspace last changed, which data planes get as `updatedAt`.
 * Noted by triggers, so older code may run beside, and a deletion counts like any other change.
 */
export class NoteConfigurationChangesMigration extends NumberedMigration {
  readonly number = 3;
  readonly title = 'note-configuration-changes';
  readonly oldestCode = 1;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
