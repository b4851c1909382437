import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { isLeft } from '../record/overdue.js';

const USERS_LEFT = (j: string): string => `${SCHEMA}.deletion_job_users u
       join ${SCHEMA}.regulations r on r.id = u.regulation_id
      where u.job_id = ${j}.id and ${isLeft(j)}`;

/**
 * SQL: joins the deadlines of a job `j`, as `first.due_at` and `later.due_at`. The first one is the
 * earliest deadline of the users who still have to be deleted. The later one is the next deadline
 * in the future.
 */
const DUE_TIMES = (j: string): string => `
    cross join lateral (select min(r.due_at) as due_at from ${USERS_LEFT(j)}) first
    cross join lateral (
      select min(r.due_at) as due_at from ${USERS_LEFT(j)}
         and r.due_at > greatest(first.due_at, statement_timestamp())) later`;

/**
 * Updates the deadlines of jobs whose users, or the deadlines of these users, have changed. Runs in
 * the caller's transaction, which has locked the jobs. A job without users left keeps its deadline.
 *
 * @param onlyMixed skips jobs in which no deadline is later than that of the job. Only an extension
 *   can change the deadline of such a job.
 */
export async function updateDueTimes(
  manager: EntityManager,
  jobIds: readonly (string | undefined)[],
  { onlyMixed = true } = {},
): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.deletion_jobs j
        set due_at = first.due_at, later_due_at = later.due_at,
            overdue_settled = j.overdue_settled and first.due_at < statement_timestamp()
       from ${SCHEMA}.deletion_jobs changed ${DUE_TIMES('changed')}
      where j.id = changed.id and changed.id = any($1::bigint[]) and first.due_at is not null
        and (not $2 or changed.later_due_at is not null)
        and (j.due_at, j.later_due_at) is distinct from (first.due_at, later.due_at)`,
    [jobIds, onlyMixed],
  );
}
