import type { ListedRegulationDto } from '@lethe/api/regulations';
import type { RegulationStatus } from '@lethe/contracts';
import type { RegulationEntity } from '../regulation.entity.js';

/** How a regulation that deletes stands, as `settle-statuses.ts` stores it, and what is shown of it. */
const STANDINGS = {
  deleting: { status: 'deleting', overdue: false },
  overdue: { status: 'deleting', overdue: true },
  deleted: { status: 'deleted', overdue: false },
  partially_deleted: { status: 'partially_deleted', overdue: false },
  'partially_deleted overdue': { status: 'partially_deleted', overdue: true },
  deletion_failed: { status: 'deletion_failed', overdue: false },
  'deletion_failed overdue': { status: 'deletion_failed', overdue: true },
} as const satisfies Record<string, { status: RegulationStatus; overdue: boolean }>;

export type Standing = keyof typeof STANDINGS;

/** SQL: the `Standing` of a regulation that deletes and is not canceled. Part of the index `regulations_by_standing`. */
export const STORED_STANDING = `(coalesce(deletion_status, 'deleting')
  || case when ended_overdue then ' overdue' else '' end)`;

/** SQL: `STORED_STANDING`, or why there is none. */
export const SHOWN_STANDING = `case when canceled then 'canceled' when regulation_type = 'suppress' then 'active'
  else ${STORED_STANDING} end`;

/** Columns of a `StandingRow`. Plain ones: `SHOWN_STANDING` in each of a list's six branches took a tenth of its time. */
export const STANDING_COLUMNS = `canceled, regulation_type as "regulationType", due_at as "dueAt",
  deletion_status as "deletionStatus", ended_overdue as "endedOverdue"`;

export interface StandingRow extends Pick<
  RegulationEntity,
  'canceled' | 'regulationType' | 'dueAt'
> {
  readonly deletionStatus: string | null;
  readonly endedOverdue: boolean;
}

/** What lists show: about a second behind what a regulation says of itself. */
export function shownStanding(
  row: StandingRow,
): Pick<ListedRegulationDto, 'status' | 'dueAt' | 'overdue'> {
  if (row.regulationType === 'suppress') return { status: row.canceled ? 'canceled' : 'active' };
  const { status, overdue } = row.canceled ? CANCELED : STANDINGS[standingOf(row)];
  return { status, ...(row.dueAt && { dueAt: row.dueAt.toISOString() }), overdue };
}

const CANCELED = { status: 'canceled', overdue: false } as const;

/** As `STORED_STANDING` says it in SQL. */
function standingOf({ deletionStatus: status, endedOverdue: isOverdue }: StandingRow): Standing {
  return `${status ?? 'deleting'}${isOverdue ? ' overdue' : ''}` as Standing;
}

/** The standings that a filter takes. */
export function standingsOf({
  status,
  overdue,
}: {
  readonly status?: RegulationStatus;
  readonly overdue?: boolean;
}): readonly Standing[] {
  return (Object.keys(STANDINGS) as Standing[]).filter((standing) => {
    const shown = STANDINGS[standing];
    return (
      (status ?? shown.status) === shown.status && (overdue ?? shown.overdue) === shown.overdue
    );
  });
}

/** How many there are: a filter that takes all of them need not name them. */
export const ALL_STANDINGS = Object.keys(STANDINGS).length;
