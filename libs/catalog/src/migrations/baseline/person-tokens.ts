import { OF_THE_OWNER } from './columns.js';

/** Scopes that a caller needs to create a data plane, at the time of this migration. */
const NEEDED = `'data-planes:write', 'regulations:read', 'deletions:work', 'catalog:read', 'catalog:write'`;

/**
 * Triggers for persons of an identity provider. If a person loses a permission, all tokens that the
 * person created also lose it. Data planes that need the permission are revoked.
 */
export const PERSON_TOKENS = [
  // Records which person created a secret: `person_token_id` is the token that the person got at
  // sign-in. It is also set if the person used another token of their own to create the secret.
  // `created_by` identifies the token that was used, because names are unique in a workspace.
  `create function catalog.note_person() returns trigger language plpgsql ${OF_THE_OWNER} as $function$
  begin
    new.person_token_id := (
      select case when m.person is null then m.person_token_id else m.id end from catalog.tokens m
       where m.workspace_id = new.workspace_id and m.name = new.created_by);
    return new;
  end
  $function$`,
  // Removes the lost scopes from all tokens that the person created, and revokes tokens that have
  // no scope left. Revokes data planes if the person no longer has the scopes to create them.
  `create function catalog.follow_person() returns trigger language plpgsql ${OF_THE_OWNER} as $function$
  begin
    update catalog.tokens m set revoked_at = now(), revoked_by = new.name
     where m.person_token_id = new.id and m.revoked_at is null
       and (new.revoked_at is not null or not m.scopes && new.scopes);
    update catalog.tokens m set scopes = array(select unnest(m.scopes) intersect select unnest(new.scopes) order by 1)
     where m.person_token_id = new.id and m.revoked_at is null and not m.scopes <@ new.scopes;
    update catalog.data_planes m set revoked_at = now(), revoked_by = new.name
     where m.person_token_id = new.id and m.revoked_at is null
       and (new.revoked_at is not null or not new.scopes @> array[${NEEDED}]);
    return null;
  end
  $function$`,
  // If a person signs in again, the existing token gets the current scopes. Without scopes, no new
  // token is created. The function first locks the workspace, because the creation of a secret also
  // takes this lock. So it misses no secret that is being created.
  `create function catalog.keep_person() returns trigger language plpgsql ${OF_THE_OWNER} as $function$
  begin
    perform from catalog.workspaces where id = new.workspace_id for no key update;
    update catalog.tokens set email = case when new.scopes = '{}' then email else new.email end,
           scopes = new.scopes, expires_at = new.expires_at
     where workspace_id = new.workspace_id and person = new.person and revoked_at is null;
    if found or new.scopes = '{}' then
      return null;
    end if;
    return new;
  end
  $function$`,
  'revoke execute on function catalog.note_person(), catalog.follow_person(), catalog.keep_person() from public',
  ...['tokens', 'data_planes'].flatMap((table) => [
    `create index ${table}_person_token on catalog.${table} (person_token_id) where person_token_id is not null`,
    `create trigger note_person before insert on catalog.${table}
      for each row when (new.created_by is not null) execute function catalog.note_person()`,
  ]),
  `create trigger keep_person before insert on catalog.tokens
    for each row when (new.person is not null) execute function catalog.keep_person()`,
  `create trigger follow_person after update of scopes, revoked_at on catalog.tokens
    for each row when (new.person is not null) execute function catalog.follow_person()`,
];
