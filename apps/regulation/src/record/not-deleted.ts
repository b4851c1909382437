import {
  NOT_DELETED_IN_ANSWER,
  type NotDeletedDto,
  type RegulationDto,
} from '@lethe/api/regulations';
import { FIXED_LIMITS } from '@lethe/contracts';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';

/** Destinations for which `destinationIds: ["*"]` stands, at the time of an order. */
export interface ResolvedDestinations {
  /** Destinations that can delete. At least one, sorted by id. */
  readonly destinationIds: readonly string[];
  /** The first `FIXED_LIMITS.notDeleted` of the other destinations of the workspace. */
  readonly notDeleted: readonly NotDeletedDto[];
  readonly notDeletedCount: number;
}

const UNIDENTIFIED = 'cannot identify this user: none of the identifiers that it needs was given';

/** Returns the maximum number of destinations that each record of an answer names. */
export function mostNamed(records: number): number {
  return Math.min(FIXED_LIMITS.notDeleted, Math.floor(NOT_DELETED_IN_ANSWER / records));
}

/**
 * Returns a function that returns the members of a record that name the destinations at which
 * nothing of a user is deleted. Destinations that cannot identify the user come first. The argument
 * is the destinations at which data of the user is deleted.
 *
 * @param resolved absent if the order names its destinations; the members are then absent
 * @param most maximum number of destinations to name
 */
export function notDeletedOf(
  resolved: ResolvedDestinations | undefined,
  most: number = FIXED_LIMITS.notDeleted,
): (deleted: readonly string[]) => Pick<RegulationDto, 'notDeleted' | 'notDeletedCount'> {
  if (resolved === undefined) return () => ({});
  const { destinationIds, notDeleted, notDeletedCount } = resolved;
  const ofAll = { notDeleted: notDeleted.slice(0, most), notDeletedCount };
  return (deleted) => {
    if (deleted.length === destinationIds.length) return ofAll;
    const has = new Set(deleted);
    const lacking = destinationIds.filter((id) => !has.has(id));
    return {
      notDeleted: [
        ...lacking.slice(0, most).map((destinationId) => ({ destinationId, reason: UNIDENTIFIED })),
        ...ofAll.notDeleted.slice(0, Math.max(0, most - lacking.length)),
      ],
      notDeletedCount: lacking.length + notDeletedCount,
    };
  };
}

/**
 * Stores the resolved destinations of a request. Requests with equal destinations share one row, so
 * a workspace with many destinations and many requests stores them once. It must be the last
 * statement of a transaction that has locked other rows: an equal row of another transaction makes
 * it wait for that transaction.
 */
export async function storeResolved(
  manager: EntityManager,
  { workspaceId, requestId }: { readonly workspaceId: string; readonly requestId: string },
  { destinationIds, notDeleted, notDeletedCount }: ResolvedDestinations,
): Promise<void> {
  const reasons = JSON.stringify(notDeleted);
  const hash = createHash('sha256')
    .update(JSON.stringify([destinationIds, reasons, notDeletedCount]))
    .digest();
  await manager.query(
    `with list as (
       insert into ${SCHEMA}.destination_lists (workspace_id, hash, destination_ids, not_deleted, not_deleted_count)
       values ($1, $2, $3, $4, $5) on conflict (workspace_id, hash) do nothing
     )
     insert into ${SCHEMA}.destination_lists_of_requests (request_id, workspace_id, hash) values ($6, $1, $2)`,
    [workspaceId, hash, destinationIds, reasons, notDeletedCount, requestId],
  );
}

/** Returns the resolved destinations of a request; undefined if the request named them. */
export async function readResolved(
  manager: Pick<EntityManager, 'query'>,
  { workspaceId, requestId }: { readonly workspaceId: string; readonly requestId: string },
): Promise<ResolvedDestinations | undefined> {
  const [row] = await manager.query<ResolvedDestinations[]>(
    `select l.destination_ids as "destinationIds", l.not_deleted as "notDeleted",
            l.not_deleted_count as "notDeletedCount"
       from ${SCHEMA}.destination_lists_of_requests r
       join ${SCHEMA}.destination_lists l on l.workspace_id = r.workspace_id and l.hash = r.hash
      where r.request_id = $1 and r.workspace_id = $2`,
    [requestId, workspaceId],
  );
  return row;
}
