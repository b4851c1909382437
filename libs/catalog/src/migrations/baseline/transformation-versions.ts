import { OF_THE_OWNER } from './columns.js';

/** Number of versions that are kept of each transformation, including the current version. */
const KEPT_VERSIONS = 100;

/**
 * Versions of the code of transformations. Triggers create them, so that changes by the workspace
 * file or by SQL also create versions.
 */
export const TRANSFORMATION_VERSIONS = [
  `create table catalog.transformation_versions (
    workspace_id text collate "C" not null,
    transformation_id text collate "C" not null,
    number integer not null check (number > 0),
    code text not null,
    created_by text,
    created_at timestamptz not null default now(),
    primary key (workspace_id, transformation_id, number),
    foreign key (workspace_id, transformation_id) references catalog.transformations on delete cascade
  )`,
  `create function catalog.number_version() returns trigger language plpgsql as $function$
  begin
    new.version := case
      when tg_op = 'INSERT' then 1
      when new.code = old.code then old.version
      else old.version + 1
    end;
    return new;
  end
  $function$`,
  // Runs with the rights of the table owner, because callers have no right to write to the table of
  // versions.
  `create function catalog.keep_version() returns trigger language plpgsql ${OF_THE_OWNER} as $function$
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
  $function$`,
  'revoke execute on function catalog.keep_version() from public',
  `create trigger number_version before insert or update on catalog.transformations
    for each row execute function catalog.number_version()`,
  `create trigger keep_version after insert or update on catalog.transformations
    for each row execute function catalog.keep_version()`,
];
