import { SCHEMA } from '../../database/schema-name.js';
import { appendSql } from '../../record/append-to-outbox.js';
import { HASH_FORM } from '../../record/identifier-hashes.js';

interface StoreSql {
  /** Rows to store, with the columns that `storeSql` and `countSql` read. */
  readonly entries: string;
  readonly sourceIds: string;
  readonly destinationIds: string;
  readonly importId: string;
  /** Number of the first parameter of the facts. */
  readonly facts: number;
}

/** SQL: stores regulations with their facts. The insert of `countSql` follows. */
export function storeSql({ entries, sourceIds, destinationIds, importId, facts }: StoreSql) {
  return `
  with entry as materialized (${entries}), stored as (
    insert into ${SCHEMA}.regulations (
      id, workspace_id, request_id, regulation_type, user_id, given_user_id, attributes,
      source_ids, destination_ids, created_at, created_by, reason, email_hash, phone_hash,
      due_at, received_at, law, import_id, hash_form
    )
    select id, workspace_id, request_id, regulation_type, user_id, given_user_id, attributes,
           ${sourceIds}, ${destinationIds}, created_at, created_by, reason, email_hash, phone_hash,
           due_at, received_at, law, ${importId},
           case when email_hash is not null or phone_hash is not null then ${HASH_FORM} end
      from entry
  ), published as (
    ${appendSql(facts)}
  )`;
}

/**
 * SQL: counts the suppressions of the rows of `storeSql`.
 *
 * @param sources SQL list of the sources at which each user is suppressed
 */
export function countSql(sources: string): string {
  return `
  insert into ${SCHEMA}.suppressions as present (
    workspace_id, user_id, source_id, active_count, first_at, changed_at
  )
  select workspace_id, user_id, source_id, count(*), clock_timestamp(), clock_timestamp()
    from entry cross join unnest(${sources}) as source_id
   group by workspace_id, user_id, source_id
   order by workspace_id collate "C", user_id collate "C", source_id collate "C"
  on conflict (workspace_id, user_id, source_id) do update set
    active_count = present.active_count + excluded.active_count,
    first_at = case when present.active_count = 0 then excluded.first_at else present.first_at end,
    changed_at = case
      when present.active_count = 0 then greatest(clock_timestamp(), present.changed_at + interval '1 microsecond')
      else present.changed_at end,
    change_seq = case when present.active_count = 0 then null else present.change_seq end`;
}
