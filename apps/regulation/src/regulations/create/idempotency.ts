import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { createHash } from 'node:crypto';
import { LetheError } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { mapInSteps, writeInSteps } from '@lethe/resilience';
import type { EntityManager } from 'typeorm';
import { doneBy, inBatches } from '../../database/in-batches.js';
import { SCHEMA } from '../../database/schema-name.js';
import { orderMembers } from '../../record/order-attributes.js';
import type { NewRegulations } from '../../record/new-regulations.js';

export interface IdempotencyClaim {
  readonly workspaceId: string;
  readonly key: string;
  /** SHA-256 of the request, with its members in a fixed sequence. */
  readonly bodyHash: Buffer;
}

/** The id of an earlier request with the same key, and the ids of its first and last regulation. */
export interface EarlierRequest {
  readonly requestId: string;
  readonly firstId: string;
  readonly lastId: string;
}

const RETENTION = `interval '24 hours'`;

export async function idempotencyClaim(
  workspaceId: string,
  key: string,
  request: CreateRegulationsDto,
): Promise<IdempotencyClaim> {
  const users = await mapInSteps(request.users, orderMembers);
  const ordered = { ...Object(orderMembers({ ...request, users: [] })), users } as object;
  const bodyHash = createHash('sha256')
    .update(await writeInSteps(ordered))
    .digest();
  return { workspaceId, key, bodyHash };
}

/**
 * Returns the earlier request with an idempotency key, if there is one.
 *
 * @throws LetheError `idempotency_key_reused` if the earlier request had a different body
 */
export async function findEarlierRequest(
  manager: EntityManager,
  claim: IdempotencyClaim,
): Promise<EarlierRequest | undefined> {
  const [row] = await manager.query<
    { request_id: string; first_id: string; last_id: string; same: boolean }[]
  >(
    `select request_id, first_id, last_id, body_hash = $3 as same
       from ${SCHEMA}.idempotency_keys
      where workspace_id = $1 and key = $2 and created_at > now() - ${RETENTION}`,
    [claim.workspaceId, claim.key, claim.bodyHash],
  );
  if (row === undefined) return undefined;
  if (!row.same) throw new LetheError('idempotency_key_reused');
  return { requestId: row.request_id, firstId: row.first_id, lastId: row.last_id };
}

/**
 * Locks the key until the end of the transaction, so that no lock remains after a crash.
 *
 * @throws LetheError `idempotency_in_progress` while another transaction has locked the key
 */
export async function lockKey(manager: EntityManager, claim: IdempotencyClaim): Promise<void> {
  const [row] = await manager.query<{ locked: boolean }[]>(
    `select pg_try_advisory_xact_lock(hashtextextended($1 || chr(1) || $2, 0)) as locked`,
    [claim.workspaceId, claim.key],
  );
  if (row?.locked !== true) throw new LetheError('idempotency_in_progress');
}

export async function rememberKey(
  manager: EntityManager,
  claim: IdempotencyClaim,
  created: NewRegulations,
): Promise<void> {
  await manager.query(
    `insert into ${SCHEMA}.idempotency_keys as present
       (workspace_id, key, request_id, body_hash, first_id, last_id, created_at)
     values ($1, $2, $3, $4, $5, $6, now())
     on conflict (workspace_id, key) do update set
       request_id = excluded.request_id, body_hash = excluded.body_hash,
       first_id = excluded.first_id, last_id = excluded.last_id, created_at = excluded.created_at`,
    [
      claim.workspaceId,
      claim.key,
      created.requestId,
      claim.bodyHash,
      created.entries[0]?.id,
      created.entries.at(-1)?.id,
    ],
  );
}

/**
 * Maximum number of keys that one statement removes. It is limited because a statement holds its
 * locks until it ends.
 */
const REMOVED_AT_ONCE = 10_000;

/**
 * Removes expired keys. Skips keys that a request has locked, so that the request and the removal
 * never wait for each other.
 */
export async function removeOldKeys(query: RunQuery, signal?: AbortSignal): Promise<void> {
  await inBatches(REMOVED_AT_ONCE, () => doneBy(query, REMOVE_OLD), signal);
}

const REMOVE_OLD = `
  with old as materialized (
    select ctid as place from ${SCHEMA}.idempotency_keys
     where created_at < now() - ${RETENTION}
     limit ${REMOVED_AT_ONCE} for update skip locked
  ), gone as (
    delete from ${SCHEMA}.idempotency_keys using old where ctid = old.place returning 1
  )
  select count(*)::int as done from gone`;
