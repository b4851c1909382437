import { SCHEMA } from '../../schema-name.js';

/**
 * SQL: type and deletion status of a regulation; null if it is canceled or has no deletions.
 * `list-conditions.ts` must have the same text. With another text, PostgreSQL would not use the
 * index.
 */
const TYPE_AND_STANDING = `case when canceled or regulation_type = 'suppress' then null
  else regulation_type || ' ' || (coalesce(deletion_status, 'deleting')
    || case when ended_overdue then ' overdue' else '' end) end`;

/**
 * Indexes for lists. With filters by type and state, a page reads only the rows that it shows. Each
 * regulation is in exactly one of these indexes, so that creating a regulation writes to only one
 * of them. Only these indexes and `regulations_by_standing` sort ids with "nulls first", so the
 * planner cannot use another index for the order of a list. Ids are UUIDv7, so "newest first" is
 * the order of the ids.
 */
const LISTS = {
  regulations_suppress_active: `regulation_type = 'suppress' and not canceled`,
  regulations_suppress_canceled: `regulation_type = 'suppress' and canceled`,
  regulations_delete_active: `regulation_type = 'suppress_with_delete' and not canceled`,
  regulations_delete_canceled: `regulation_type = 'suppress_with_delete' and canceled`,
  regulations_only_delete_active: `regulation_type = 'delete' and not canceled`,
  regulations_only_delete_canceled: `regulation_type = 'delete' and canceled`,
};

export const REGULATIONS = [
  // `user_id`: the suppression key. The id as given is in `attributes`. If it differs from the key,
  // it is also in `given_user_id`, so that queries need not unpack large attributes.
  // `deletion_status`: null while a deletion is open and not overdue; `overdue` while a deletion is
  // open after its deadline. `ended_overdue`: no deletion is open, some failed permanently, and the
  // deadline has passed. `settle-statuses.ts` writes both columns soon after a job becomes final or
  // overdue. The transaction that stores a worker's report does not write these columns, because it
  // would then write twice as many rows. Also, two jobs of one regulation that end at the same time
  // would not see each other's result.
  // `done_at`: time since which the personal data is no longer needed. It is infinity if the
  // regulation is canceled and one of its jobs is still open.
  // `email_hash`, `phone_hash`: empty if the identifier has no comparable text; null without the
  // identifier, or if no key for identifier hashes was configured. `hash_form`: version of the
  // rules for the hashes.
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
  // Indexes an expression and not the columns, so that no other index applies: see
  // `list-conditions.ts`.
  `create index regulations_by_standing on ${SCHEMA}.regulations
     (workspace_id, (${TYPE_AND_STANDING}), id nulls first) where ${TYPE_AND_STANDING} is not null`,
  // Sorted by bytes, for searches by the first characters of an id.
  `create index regulations_of_user on ${SCHEMA}.regulations (workspace_id, user_id text_pattern_ops, id)`,
  `create index regulations_by_email on ${SCHEMA}.regulations (workspace_id, email_hash)
     where email_hash is not null`,
  `create index regulations_by_phone on ${SCHEMA}.regulations (workspace_id, phone_hash)
     where phone_hash is not null`,
  // Contains the rows that `backfill-identifier-hashes.ts` has to hash.
  `create index regulations_to_hash on ${SCHEMA}.regulations (id) where hash_form is null
     and (jsonb_exists(attributes, 'email') or jsonb_exists(attributes, 'phone'))`,
  `create index regulations_to_forget on ${SCHEMA}.regulations (done_at)
     where done_at is not null and identifiers_forgotten_at is null`,

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
