import type { ListedRegulation, RegulationStatus } from '@lethe/contracts';
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

/** SQL: by when the deletions of a regulation `r` have to be done. Code before migration 24 stored it with the jobs only. */
export const DUE_AT = `case when r.regulation_type <> 'suppress' then coalesce(r.due_at, (
  select min(j.due_at) from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
   where u.regulation_id = r.id)) end`;

/** Columns of a `StandingRow` of a regulation `r`. */
export const STANDING_COLUMNS = `${SHOWN_STANDING} as standing, ${DUE_AT} as due_at`;

export interface StandingRow {
  readonly standing: Standing | 'canceled' | 'active';
  readonly due_at: Date | null;
}

/** What lists show: about a second behind what a regulation says of itself. */
export function shownStanding({
  standing,
  due_at: dueAt,
}: StandingRow): Pick<ListedRegulation, 'status' | 'dueAt' | 'overdue'> {
  if (standing === 'active') return { status: standing };
  const shown =
    standing === 'canceled' ? { status: standing, overdue: false } : STANDINGS[standing];
  return {
    status: shown.status,
    ...(dueAt && { dueAt: dueAt.toISOString() }),
    overdue: shown.overdue,
  };
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
