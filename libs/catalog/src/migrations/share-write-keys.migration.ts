import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

/**
 * Of a write key that several sources of a namespace have, one is in its configuration. Which one that
 * is changes with sources and workspaces that are not the other's own: so these count as changed, too.
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

// What is written again notes the change of its workspace: see `NoteConfigurationChangesMigration`. The
// workspace is, and not its source, whose version would be another one without a change of its own.
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
