/**
 * Tables with parts of the configuration of a workspace, and the table that assigns workspaces to
 * namespaces.
 */
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
 * The only row of `configuration_clock` has the time of the newest change. This clock advances once
 * in each transaction that changes the catalog, and its row stays locked until the commit. So these
 * transactions commit one after the other, with ascending times. No two of them have the same time.
 * A reader that has seen a time has also seen all earlier changes, in all workspaces. The trigger
 * is deferred to the commit, so that a transaction holds the lock only briefly.
 */
const NOTE_CHANGE = `
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

/**
 * If several sources of a namespace have the same write key, the configuration of the namespace
 * contains only one of these sources. So a change of one source can change the configuration of
 * other workspaces. The triggers record a change for these workspaces, too.
 *
 * For this, the triggers update the row of the workspace, or its row in `namespace_workspaces`,
 * without a new value. They do not update the other sources with this write key, because an update
 * would give these sources a new version.
 */
const SHARED_WRITE_KEYS = [
  `create function catalog.note_freed_write_key() returns trigger language plpgsql as $function$
  begin
    update catalog.workspaces set name = name where id in (
      select workspace_id from catalog.sources where write_key = old.write_key
        and (workspace_id, id) <> (old.workspace_id, old.id));
    return null;
  end
  $function$`,
  `create trigger note_freed_write_key after delete on catalog.sources
    for each row execute function catalog.note_freed_write_key()`,
  `create trigger note_changed_write_key after update of write_key on catalog.sources
    for each row when (old.write_key <> new.write_key)
    execute function catalog.note_freed_write_key()`,
  `create function catalog.note_members_change() returns trigger language plpgsql as $function$
  declare
    changed text := coalesce(new.workspace_id, old.workspace_id);
  begin
    update catalog.namespace_workspaces n set workspace_id = workspace_id
      where namespace_id = coalesce(new.namespace_id, old.namespace_id) and workspace_id <> changed
      and exists (
        select from catalog.sources theirs join catalog.sources own using (write_key)
        where theirs.workspace_id = changed and own.workspace_id = n.workspace_id);
    return null;
  end
  $function$`,
  `create trigger note_members_change after insert or delete on catalog.namespace_workspaces
    for each row execute function catalog.note_members_change()`,
];

/**
 * Time of the last configuration change of each workspace. Data planes receive it as `updatedAt`.
 * Triggers record the time, also when a row is deleted.
 */
export const CONFIGURATION_CHANGES = [
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
  NOTE_CHANGE,
  ...TABLES.map(
    (table) => `create constraint trigger note_configuration_change
      after insert or update or delete on catalog.${table}
      deferrable initially deferred
      for each row execute function catalog.note_configuration_change()`,
  ),
  ...SHARED_WRITE_KEYS,
];
