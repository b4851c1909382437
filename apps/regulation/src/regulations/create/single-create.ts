import type { RunQuery } from '@lethe/database';
import { appendParameters, type OutboxEvent } from '../../record/append-to-outbox.js';
import type { IdentifierHashes } from '../../record/identifier-hashes.js';
import type { NewRegulations } from '../../record/new-regulations.js';
import type { RegulationEvents } from '../../record/regulation-events.js';
import { ALL_SOURCES } from '../../suppressions/all-sources.js';
import { insertRegulations } from './insert-regulations.js';
import { countSql, storeSql } from './insert-sql.js';
import { writtenEntry, type WrittenEntry } from './portions.js';

/** A request that suppresses one user at all sources. One statement stores all of its rows. */
export interface SingleCreate {
  readonly created: NewRegulations;
  readonly entry: WrittenEntry;
  readonly facts: readonly OutboxEvent[];
}

/** Maximum wait of `insertTogether` for the lock of a row, in milliseconds. */
const LOCK_WAIT_MS = 25;

/**
 * Returns the request as a single create, if it is one. Nothing can make the caller refuse it after
 * its statement, so it needs no transaction around the statement.
 */
export function singleCreate(
  created: NewRegulations,
  events: Pick<RegulationEvents, 'created'>,
): SingleCreate | undefined {
  const { entries, request } = created;
  const [entry] = entries;
  const isSingle =
    entries.length === 1 &&
    request.regulationType === 'suppress' &&
    request.sourceIds === undefined;
  if (entry === undefined || !isSingle) return undefined;
  return { created, entry: writtenEntry(entry), facts: events.created(created) };
}

/** Stores a single create with one statement. */
export async function insertAlone(
  run: RunQuery,
  { created, facts }: SingleCreate,
  hashes: IdentifierHashes,
): Promise<void> {
  const query = <T>(sql: string, parameters?: readonly unknown[]) =>
    run(sql, parameters) as Promise<T>;
  await insertRegulations({ query }, created, { factsOf: () => facts, hashes });
}

/**
 * Stores single creates of any workspaces with one statement: all of them, or none. It locks rows
 * in the sequence of workspace and key, like every other statement. It waits for the lock of a row
 * only `LOCK_WAIT_MS`, so that a locked user does not delay the other users for longer.
 *
 * @throws QueryFailedError with SQLSTATE 55P03 after this wait
 */
export async function insertTogether(
  query: RunQuery,
  creates: readonly SingleCreate[],
  hashes: IdentifierHashes,
): Promise<void> {
  const of = <T>(read: (create: SingleCreate) => T): T[] => creates.map(read);
  const hashesOf = (kind: 'email' | 'phone') =>
    of(({ created: { workspaceId }, entry: { attributes } }) =>
      hashes.toStore(workspaceId, kind, attributes[kind]),
    );
  await query(INSERT_TOGETHER, [
    of(({ entry }) => entry.id),
    of(({ entry }) => entry.key),
    of(({ entry }) => entry.text),
    of(({ created }) => created.workspaceId),
    of(({ created }) => created.requestId),
    of(({ created }) => created.request.regulationType),
    of(({ created }) => created.createdAt),
    of(({ created }) => created.createdBy),
    of(({ created }) => created.request.reason ?? null),
    hashesOf('email'),
    hashesOf('phone'),
    of(({ entry: { attributes, key } }) => (attributes.userId === key ? null : attributes.userId)),
    of(({ created }) => created.request.receivedAt ?? null),
    of(({ created }) => created.request.law ?? null),
    ...appendParameters(creates.flatMap(({ facts }) => facts)),
  ]);
}

/**
 * SQL: stores single creates of any workspaces. The setting ends with the statement. The subquery
 * sets it once, before the first lock.
 */
const INSERT_TOGETHER = `${storeSql({
  entries: `
    select given.*, null::timestamptz as due_at from unnest(
        $1::uuid[], $2::text[], $3::jsonb[], $4::text[], $5::uuid[], $6::text[], $7::timestamptz[],
        $8::text[], $9::text[], $10::bytea[], $11::bytea[], $12::text[], $13::timestamptz[], $14::text[]
      ) as given (
        id, user_id, attributes, workspace_id, request_id, regulation_type, created_at,
        created_by, reason, email_hash, phone_hash, given_user_id, received_at, law
      )
     where (select set_config('lock_timeout', '${LOCK_WAIT_MS}ms', true)) is not null`,
  sourceIds: 'null::text[]',
  destinationIds: 'null::text[]',
  importId: 'null::text',
  facts: 15,
})} ${countSql(`array['${ALL_SOURCES}']`)}`;
