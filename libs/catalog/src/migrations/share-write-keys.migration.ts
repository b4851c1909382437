import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/**
 * When several sources of a namespace have the same write key, only one of them is in the
 * namespace's configuration. Which one depends on sources of other workspaces: so a change of those
 * counts as a change of the other workspaces, too.
 */
export class ShareWriteKeysMigration extends NumberedMigration {
  readonly number = 6;
  readonly title = 'share-write-keys';
  readonly oldestCode = 1;
  readonly schema = 'catalog';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

// The trigger writes the row of the workspace again, which notes a change of its configuration (see
// `NoteConfigurationChangesMigration`). It does not write the row of the source: that would give
// the source a new version although it has not changed.
const STATEMENTS = [
  'create index sources_by_write_key on catalog.sources (write_key)',
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
