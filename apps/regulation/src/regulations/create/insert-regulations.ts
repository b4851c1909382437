import { appendParameters, type OutboxEvent } from '../../record/append-to-outbox.js';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import type { HashedIdentifier, IdentifierHashes } from '../../record/identifier-hashes.js';
import { ALL_SOURCES, suppressedSources } from '../../suppressions/all-sources.js';
import type { DemandOfRow, NewRegulations } from '../../record/new-regulations.js';
import { countSql, storeSql } from './insert-sql.js';
import { portionsOf, type WrittenEntry } from './portions.js';

export interface Insertion {
  readonly factsOf: (part: NewRegulations) => readonly OutboxEvent[];
  /**
   * Hashes with which look-ups find users. If absent, `backfillIdentifierHashes` adds the hashes
   * later.
   */
  readonly hashes?: IdentifierHashes;
  /**
   * Maximum number of sources at which one user can be suppressed. If absent, there is no limit.
   */
  readonly sourcesOfUser?: number | undefined;
  /** Returns the deadline of an entry in RFC 3339; absent without deletions. */
  readonly dueAtOf?: ((entry: DemandOfRow) => string) | undefined;
}

/**
 * Stores the regulations of one request with their facts, and counts their suppressions. Each
 * portion of users needs only one statement and one round trip.
 *
 * Suppressions are summed by key and written in the sequence of their keys. So all such statements
 * lock rows in the same sequence, and never deadlock. A row loses its number when its count rises
 * from zero, and gets the next number after the commit. Times are `clock_timestamp()` and not the
 * start of the transaction. The statement can wait for the lock of a row, and the time of a user's
 * state must never go back.
 *
 * @returns the suppression keys of users that would be suppressed at more sources than
 *   `sourcesOfUser`. If there is such a user, the caller must not commit. Parallel requests do not
 *   see each other, so together they can exceed the limit
 */
export async function insertRegulations(
  manager: Pick<EntityManager, 'query'>,
  created: NewRegulations,
  insertion: Insertion,
): Promise<ReadonlySet<string>> {
  const crowded = new Set<string>();
  let published = 0;
  for (const entries of await portionsOf(created)) {
    // Facts are published in the sequence of the request, although the portions can have a
    // different sequence.
    const toPublish = created.entries.slice(published, (published += entries.length));
    const facts = insertion.factsOf({ ...created, entries: toPublish });
    const added = await insertPortion(manager, { ...created, entries }, facts, insertion);
    for (const userId of added) crowded.add(userId);
  }
  return crowded;
}

async function insertPortion(
  manager: Pick<EntityManager, 'query'>,
  created: Omit<NewRegulations, 'entries'> & { readonly entries: readonly WrittenEntry[] },
  facts: readonly OutboxEvent[],
  { hashes, sourcesOfUser, dueAtOf }: Insertion,
): Promise<string[]> {
  const { request, entries } = created;
  const isLimited = request.sourceIds !== undefined && sourcesOfUser !== undefined;
  const ownIds = listUnlessEmpty(entries.map(ownDestinationIds));
  const crowded = await manager.query<{ user_id: string }[]>(
    isLimited ? INSERT_AT_SOURCES : ownIds === null ? INSERT : INSERT_AT_OWN_DESTINATIONS,
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
      dueAtOf === undefined ? null : entries.map(dueAtOf),
      created.importId ?? null,
      differingIds(entries),
      listUnlessEmpty(entries.map(({ receivedAt }) => receivedAt ?? request.receivedAt ?? null)),
      listUnlessEmpty(entries.map(({ law }) => law ?? request.law ?? null)),
      ...appendParameters(facts),
      ...(isLimited ? [sourcesOfUser] : ownIds === null ? [] : [ownIds]),
    ],
  );
  return crowded.map(({ user_id: userId }) => userId);
}

/** Returns the ids as given. An id that equals its key is null. */
function differingIds(entries: readonly WrittenEntry[]): (string | null)[] | null {
  return listUnlessEmpty(
    entries.map(({ attributes: { userId }, key }) => (userId === key ? null : userId)),
  );
}

/**
 * Returns the literal of an array with the destinations of the entry; null for the destinations of
 * the request. `unnest` cannot read arrays of different lengths from one parameter, so the
 * statement reads texts. Ids of destinations contain no character that JSON or PostgreSQL escapes.
 */
function ownDestinationIds({ destinationIds }: WrittenEntry): string | null {
  return destinationIds === undefined ? null : `{${JSON.stringify(destinationIds).slice(1, -1)}}`;
}

/** Returns null instead of a list of nulls. `unnest` then fills the column with nulls. */
function listUnlessEmpty<T>(values: (T | null)[]): (T | null)[] | null {
  return values.some((value) => value !== null) ? values : null;
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

const STORE = storeSqlWith({ destinationIds: '$8::text[]' });

/** @param own further parameter of the entries, and its column */
function storeSqlWith({
  own,
  destinationIds,
}: {
  readonly own?: readonly [parameter: string, column: string];
  readonly destinationIds: string;
}): string {
  const [parameter, column] = own === undefined ? ['', ''] : own.map((text) => `, ${text}`);
  return storeSql({
    entries: `
    select given.*, $4::text as workspace_id, $5::uuid as request_id, $6::text as regulation_type,
           $9::timestamptz as created_at, $10::text as created_by, $12::text as reason
      from unnest($1::uuid[], $2::text[], $3::jsonb[], $13::bytea[], $14::bytea[], $15::timestamptz[], $17::text[],
                  $18::timestamptz[], $19::text[]${parameter})
        as given (id, user_id, attributes, email_hash, phone_hash, due_at, given_user_id, received_at, law${column})`,
    sourceIds: '$7::text[]',
    destinationIds,
    importId: '$16::text',
    facts: 20,
  });
}

const INSERT = `${STORE} ${countSql('$11::text[]')}`;

/** SQL: stores regulations of which some have destinations of their own. */
const INSERT_AT_OWN_DESTINATIONS = `${storeSqlWith({
  own: ['$27::text[]', 'own_destination_ids'],
  destinationIds: 'coalesce(own_destination_ids::text[], $8::text[])',
})} ${countSql('$11::text[]')}`;

/**
 * SQL: stores regulations, and returns users with too many sources. All parts of the statement see
 * the rows as they were before the statement. So the count adds the sources of the request. The
 * sources are compared with a subquery, because a cached plan compares `<> all` one by one. (For
 * 100 users with 900 sources each, and 100 sources in the request, this takes 18 ms instead of 125
 * ms.)
 */
const INSERT_AT_SOURCES = `${STORE}, counted as (${countSql('$11::text[]')})
  select user_id from (select distinct user_id from entry) as added
   where $27::integer < cardinality($11::text[]) + (
     select count(*) from ${SCHEMA}.suppressions s
      where s.workspace_id = $4 and s.user_id = added.user_id and s.active_count > 0
        and s.source_id <> '${ALL_SOURCES}' and s.source_id not in (select unnest($11::text[]))
   )`;
