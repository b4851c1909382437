import { SCHEMA } from '../../schema-name.js';

/**
 * A regulation of `suppress_with_delete` or `delete`, with how its deletions stand; null for others. The same text as in `list-conditions.ts`, so
 * that the index is used.
 */
const TYPE_AND_STANDING = `case when canceled or regulation_type = 'suppress' then null
  else regulation_type || ' ' || (coalesce(deletion_status, 'deleting')
    || case when ended_overdue then ' overdue' else '' end) end`;

/**
 * A page of a list reads what it shows, whatever the filters: each regulation is in the one index of its type and state, so a new one
 * costs no more. Nulls first, as in no other index: so no other index has this order, and the planner cannot choose one to walk through
 * in the hope of soon meeting the rows that its statistics promise. Ids are UUIDv7, so "newest first" is the order of the ids.
 */
const LISTS = {
  regulations_suppress_active: `regulation_type = 'suppress' and not canceled`,
  regulations_suppress_canceled: `regulation_type = 'suppress' and canceled`,
  regulations_delete_active: `regulation_type = 'suppress_with_delete' and not canceled`,
  regulations_delete_canceled: `regulation_type = 'suppress_with_delete' and canceled`,
  regulations_only_delete_active: `regulation_type = 'delete' and not canceled`,
  regulations_only_delete_canceled: `regulation_type = 'delete' and canceled`,
};

/** Regulations, and the keys by which a repeated request is known. */
export const REGULATIONS = [
  // `user_id`: the suppression key; the id as it was given is in `attributes`, and in `given_user_id` where it differs: reading it there
  // unpacks no large attributes.
  // `deletion_status`: null while a deletion is open; `overdue` is `deleting`, past its time. `ended_overdue`: no deletion is open, some
  // failed permanently, and their time has passed. Both are written by `settle-statuses.ts`, soon after a job has become final: not in the
  // transaction of the report, which would double its rows, and in which two jobs of one regulation would not see each other end.
  // `done_at`: since when its personal data is needed no more; infinity for one that was canceled while a job of it was out.
  // `email_hash`, `phone_hash`: empty where an identifier is there and holds nothing to compare; null without a key. `hash_form`: by which
  // rules they were made.
  `create table ${SCHEMA}.regulations (
     id uuid primary key,
     workspace_id text not null,
     request_id uuid not null,
     regulation_type text not null check (regulation_type in ('suppress', 'suppress_with_delete', 'delete')),
     canceled boolean not null default false,
     user_id text not null check (user_id <> ''),
     attributes jsonb not null,
     source_ids text[] check (cardinality(source_ids) > 0),
     destination_ids text[] check (cardinality(destination_ids) > 0),
     created_at timestamptz not null,
     canceled_at timestamptz,
     created_by text not null,
     reason text,
     canceled_by text,
     cancel_reason text,
     identifiers_forgotten_at timestamptz,
     deletion_status text
       check (deletion_status in ('overdue', 'deleted', 'partially_deleted', 'deletion_failed')),
     done_at timestamptz,
     email_hash bytea,
     phone_hash bytea,
     due_at timestamptz,
     ended_overdue boolean not null default false,
     import_id text,
     given_user_id text,
     hash_form smallint
   )`,
  ...Object.entries(LISTS).map(
    ([name, condition]) =>
      `create index ${name} on ${SCHEMA}.regulations (workspace_id, id nulls first) where ${condition}`,
  ),
  // One expression, not columns: see `list-conditions.ts`.
  `create index regulations_by_standing on ${SCHEMA}.regulations
     (workspace_id, (${TYPE_AND_STANDING}), id nulls first) where ${TYPE_AND_STANDING} is not null`,
  // In the order of bytes, for the beginnings of ids.
  `create index regulations_of_user on ${SCHEMA}.regulations (workspace_id, user_id text_pattern_ops, id)`,
  `create index regulations_by_email on ${SCHEMA}.regulations (workspace_id, email_hash)
     where email_hash is not null`,
  `create index regulations_by_phone on ${SCHEMA}.regulations (workspace_id, phone_hash)
     where phone_hash is not null`,
  // What `backfill-identifier-hashes.ts` has to do.
  `create index regulations_to_hash on ${SCHEMA}.regulations (id) where hash_form is null
     and (jsonb_exists(attributes, 'email') or jsonb_exists(attributes, 'phone'))`,
  `create index regulations_to_forget on ${SCHEMA}.regulations (done_at)
     where done_at is not null and identifiers_forgotten_at is null`,

  // Hashes go with what they are of.
  `create function ${SCHEMA}.forget_hashes() returns trigger language plpgsql as $function$
  begin
    new.email_hash := null;
    new.phone_hash := null;
    new.hash_form := null;
    return new;
  end
  $function$`,
  `create trigger forget_hashes before update of attributes on ${SCHEMA}.regulations
     for each row execute function ${SCHEMA}.forget_hashes()`,
  // The id as it was given stays, whatever else is forgotten.
  `create function ${SCHEMA}.keep_given_id() returns trigger language plpgsql as $function$
  begin
    new.attributes := jsonb_set(new.attributes, '{userId}', to_jsonb(old.given_user_id));
    return new;
  end
  $function$`,
  `create trigger keep_given_id before update of attributes on ${SCHEMA}.regulations
     for each row when (old.given_user_id is not null) execute function ${SCHEMA}.keep_given_id()`,

  `create table ${SCHEMA}.idempotency_keys (
     workspace_id text not null,
     key text not null,
     request_id uuid not null,
     body_hash bytea not null,
     first_id uuid not null,
     last_id uuid not null,
     created_at timestamptz not null,
     primary key (workspace_id, key)
   )`,
  `create index idempotency_keys_by_age on ${SCHEMA}.idempotency_keys (created_at)`,
];
