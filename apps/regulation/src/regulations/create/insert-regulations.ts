import { appendParameters, appendSql, type OutboxEvent } from '../../record/append-to-outbox.js';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import {
  HASH_FORM,
  type HashedIdentifier,
  type IdentifierHashes,
} from '../../record/identifier-hashes.js';
import { ALL_SOURCES, suppressedSources } from '../../suppressions/all-sources.js';
import type { NewRegulations } from '../../record/new-regulations.js';
import { portionsOf, type WrittenEntry } from './portions.js';

export interface Insertion {
  /** Makes the facts of regulations. */
  readonly factsOf: (part: NewRegulations) => readonly OutboxEvent[];
  /** By which users are found; without them, they are made later. */
  readonly hashes?: IdentifierHashes;
  /** Most sources at which one user may be suppressed at once; no limit when absent. */
  readonly sourcesOfUser?: number | undefined;
  /** RFC 3339: by when the deletions have to be done; absent where none are ordered. */
  readonly dueAt?: string | undefined;
}

/**
 * Stores the regulations of one request with their facts, and counts the suppressions that they
 * add: one statement, one round trip, for each portion of users.
 *
 * Suppressions add up by key first and go in key order, so two such statements take row locks in
 * the same order and never deadlock. A row whose count rises from zero has changed: it loses its
 * number and gets the next one after the commit. `clock_timestamp()` and not the transaction's
 * time, because the row may have been waited for, and a user's state must not get older.
 *
 * @returns the suppression keys of users who would be suppressed at more sources than `sourcesOfUser`: then the transaction
 * must not be committed. Requests that run at the same time do not see one another, so together
 * they may exceed the limit
 */
export async function insertRegulations(
  manager: EntityManager,
  created: NewRegulations,
  insertion: Insertion,
): Promise<ReadonlySet<string>> {
  const crowded = new Set<string>();
  let told = 0;
  for (const entries of await portionsOf(created)) {
    // Facts are told in the order of the request, whatever the order in which its users are stored.
    const toTell = created.entries.slice(told, (told += entries.length));
    const facts = insertion.factsOf({ ...created, entries: toTell });
    const added = await insertPortion(manager, { ...created, entries }, facts, insertion);
    for (const userId of added) crowded.add(userId);
  }
  return crowded;
}

async function insertPortion(
  manager: EntityManager,
  created: Omit<NewRegulations, 'entries'> & { readonly entries: readonly WrittenEntry[] },
  facts: readonly OutboxEvent[],
  { hashes, sourcesOfUser, dueAt }: Insertion,
): Promise<string[]> {
  const { request, entries } = created;
  const isLimited = request.sourceIds !== undefined && sourcesOfUser !== undefined;
  const crowded = await manager.query<{ user_id: string }[]>(
    isLimited ? INSERT_AT_SOURCES : INSERT,
    [
      entries.map(({ id }) => id),
      entries.map(({ key }) => key),
      entries.map(({ text }) => text),
      created.workspaceId,
      created.requestId,
      request.regulationType,
      request.sourceIds ?? null,
      request.destinationIds ?? null,
      created.createdAt,
      created.createdBy,
      suppressedSources(request),
      request.reason ?? null,
      hashesOf(created, 'email', hashes),
      hashesOf(created, 'phone', hashes),
      dueAt ?? null,
      created.importId ?? null,
      differingIds(entries),
      ...appendParameters(facts),
      ...(isLimited ? [sourcesOfUser] : []),
    ],
  );
  return crowded.map(({ user_id: userId }) => userId);
}

/** Null for ids that are their own keys, and in place of the list where all are: `unnest` fills it up. */
function differingIds(entries: readonly WrittenEntry[]): (string | null)[] | null {
  const ids = entries.map(({ attributes: { userId }, key }) => (userId === key ? null : userId));
  return ids.some((id) => id !== null) ? ids : null;
}

function hashesOf(
  { workspaceId, entries }: NewRegulations,
  kind: HashedIdentifier,
  hashes: IdentifierHashes | undefined,
): (Buffer | null)[] {
  return entries.map(
    ({ attributes }) => hashes?.toStore(workspaceId, kind, attributes[kind]) ?? null,
  );
}

const STORE = `
  with entry as materialized (
    select * from unnest($1::uuid[], $2::text[], $3::jsonb[], $13::bytea[], $14::bytea[], $17::text[])
      as entry (id, user_id, attributes, email_hash, phone_hash, given_user_id)
  ), stored as (
    insert into ${SCHEMA}.regulations (
      id, workspace_id, request_id, regulation_type, user_id, given_user_id, attributes,
      source_ids, destination_ids, created_at, created_by, reason, email_hash, phone_hash,
      due_at, import_id, hash_form
    )
    select id, $4, $5, $6, user_id, given_user_id, attributes, $7::text[], $8::text[], $9, $10, $12::text, email_hash, phone_hash,
           $15::timestamptz, $16::text,
           case when email_hash is not null or phone_hash is not null then ${HASH_FORM} end
      from entry
  ), told as (
    ${appendSql(18)}
  )`;

const COUNT = `
  insert into ${SCHEMA}.suppressions as present (
    workspace_id, user_id, source_id, active_count, first_at, changed_at
  )
  select $4, user_id, source_id, count(*), clock_timestamp(), clock_timestamp()
    from entry cross join unnest($11::text[]) as source_id
   group by user_id, source_id
   order by user_id collate "C", source_id collate "C"
  on conflict (workspace_id, user_id, source_id) do update set
    active_count = present.active_count + excluded.active_count,
    first_at = case when present.active_count = 0 then excluded.first_at else present.first_at end,
    changed_at = case
      when present.active_count = 0 then greatest(clock_timestamp(), present.changed_at + interval '1 microsecond')
      else present.changed_at end,
    change_seq = case when present.active_count = 0 then null else present.change_seq end`;

const INSERT = `${STORE} ${COUNT}`;

/**
 * All parts of a statement see what was before it: sources of the request are added to the others. A
 * subquery and not `<> all`, which a kept plan compares one by one (100 × 900 sources of 100 users:
 * 125 ms, so 18).
 */
const INSERT_AT_SOURCES = `${STORE}, counted as (${COUNT})
  select user_id from (select distinct user_id from entry) as added
   where $25::integer < cardinality($11::text[]) + (
     select count(*) from ${SCHEMA}.suppressions s
      where s.workspace_id = $4 and s.user_id = added.user_id and s.active_count > 0
        and s.source_id <> '${ALL_SOURCES}' and s.source_id not in (select unnest($11::text[]))
   )`;
