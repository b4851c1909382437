import type { ListedRegulation, RegulationStatus, RegulationType } from '@lethe/contracts';
import type { Statements } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';

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
export const STANDING_COLUMNS = 'canceled, regulation_type, deletion_status, ended_overdue, due_at';

export interface StandingRow {
  readonly canceled: boolean;
  readonly regulation_type: RegulationType;
  readonly deletion_status: string | null;
  readonly ended_overdue: boolean;
  /** By when its deletions have to be done. */
  readonly due_at: Date | null;
}

/**
 * The rows with the times that code before migration 24 stored with the jobs only. One query for all of them, and none where
 * no row lacks its time: as part of each list it took a tenth of its time.
 */
export async function withDueTimes<Row extends StandingRow & { readonly id: string }>(
  database: Pick<Statements, 'query'>,
  rows: readonly Row[],
): Promise<Row[]> {
  const lacking = rows.filter((row) => row.regulation_type !== 'suppress' && row.due_at === null);
  if (lacking.length === 0) return [...rows];
  const found = await database.query<{ id: string; due_at: Date | null }>(
    `select u.regulation_id as id, min(j.due_at) as due_at
       from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
      where u.regulation_id = any($1::uuid[]) group by 1`,
    [lacking.map(({ id }) => id)],
  );
  const times = new Map(found.map((row) => [row.id, row.due_at]));
  return rows.map((row) => ({ ...row, due_at: row.due_at ?? times.get(row.id) ?? null }));
}

/** What lists show: about a second behind what a regulation says of itself. */
export function shownStanding(
  row: StandingRow,
): Pick<ListedRegulation, 'status' | 'dueAt' | 'overdue'> {
  if (row.regulation_type === 'suppress') return { status: row.canceled ? 'canceled' : 'active' };
  const { status, overdue } = row.canceled ? CANCELED : STANDINGS[standingOf(row)];
  return { status, ...(row.due_at && { dueAt: row.due_at.toISOString() }), overdue };
}

const CANCELED = { status: 'canceled', overdue: false } as const;

/** As `STORED_STANDING` says it in SQL. */
function standingOf({ deletion_status: status, ended_overdue: isOverdue }: StandingRow): Standing {
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
