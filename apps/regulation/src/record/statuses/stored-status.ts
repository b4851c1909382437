import type { ListedRegulationDto } from '@lethe/api/regulations';
import type { RegulationStatus } from '@lethe/contracts';
import type { RegulationEntity } from '../regulation.entity.js';

/**
 * Stored statuses of regulations that delete, see `settle-statuses.ts`, with the `status` and
 * `overdue` that the API shows.
 */
const STANDINGS = {
  deleting: { status: 'deleting', overdue: false },
  overdue: { status: 'deleting', overdue: true },
  deleted: { status: 'deleted', overdue: false },
  partially_deleted: { status: 'partially_deleted', overdue: false },
  'partially_deleted overdue': { status: 'partially_deleted', overdue: true },
  deletion_failed: { status: 'deletion_failed', overdue: false },
  'deletion_failed overdue': { status: 'deletion_failed', overdue: true },
} as const satisfies Record<string, { status: RegulationStatus; overdue: boolean }>;

export type StoredStatus = keyof typeof STANDINGS;

/**
 * SQL: the `StoredStatus` of a regulation that deletes and is not canceled. The index
 * `regulations_by_standing` contains this expression.
 */
export const STORED_STANDING = `(coalesce(deletion_status, 'deleting')
  || case when ended_overdue then ' overdue' else '' end)`;

/** SQL: `STORED_STANDING`, or `canceled` or `active` for regulations without a stored status. */
export const SHOWN_STANDING = `case when canceled then 'canceled' when regulation_type = 'suppress' then 'active'
  else ${STORED_STANDING} end`;

/**
 * SQL: the columns of a `StandingRow`. They are plain columns, because `SHOWN_STANDING` in each of
 * the six branches of a list took 10 % of the time of the list.
 */
export const STANDING_COLUMNS = `canceled, regulation_type as "regulationType", due_at as "dueAt",
  deletion_status as "deletionStatus", ended_overdue as "endedOverdue"`;

export interface StandingRow extends Pick<
  RegulationEntity,
  'canceled' | 'regulationType' | 'dueAt'
> {
  readonly deletionStatus: string | null;
  readonly endedOverdue: boolean;
}

/**
 * Returns the members that lists show. These members are about a second behind the deletion jobs.
 */
export function shownStanding(
  row: StandingRow,
): Pick<ListedRegulationDto, 'status' | 'dueAt' | 'overdue'> {
  if (row.regulationType === 'suppress') return { status: row.canceled ? 'canceled' : 'active' };
  const { status, overdue } = row.canceled ? CANCELED : STANDINGS[standingOf(row)];
  return { status, ...(row.dueAt && { dueAt: row.dueAt.toISOString() }), overdue };
}

const CANCELED = { status: 'canceled', overdue: false } as const;

/** Returns the value that `STORED_STANDING` computes in SQL. */
function standingOf({
  deletionStatus: status,
  endedOverdue: isOverdue,
}: StandingRow): StoredStatus {
  return `${status ?? 'deleting'}${isOverdue ? ' overdue' : ''}` as StoredStatus;
}

export function standingsOf({
  status,
  overdue,
}: {
  readonly status?: RegulationStatus;
  readonly overdue?: boolean;
}): readonly StoredStatus[] {
  return (Object.keys(STANDINGS) as StoredStatus[]).filter((standing) => {
    const shown = STANDINGS[standing];
    return (
      (status ?? shown.status) === shown.status && (overdue ?? shown.overdue) === shown.overdue
    );
  });
}

/** Number of all stored statuses. A filter that accepts all of them needs no condition. */
export const ALL_STANDINGS = Object.keys(STANDINGS).length;
