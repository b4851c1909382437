import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { updateDueTimes } from '../due-times.js';
import { takeJobIds } from '../insert-jobs.js';
import { cancelEmpty } from './cancel-empty.js';
import type { LeavingUsers } from './decide-outcome.js';

/** Columns that a new job takes from the old job of its users. */
const INHERITED = `workspace_id, request_id, destination_id, destination_type, attempt, held,
  created_at, changed_at, claimable_at, due_at, later_due_at, started_at, traceparent, verify_after_seconds,
  first_completed_at`;

/**
 * SQL: the history of job `j`. The last entry is changed to `aborted`, with the reason of the group
 * `one`.
 */
const ABORTED_APART = `(j.history - -1) || jsonb_build_array(
  (j.history -> -1) || jsonb_build_object('outcome', 'aborted', 'reason', one.reason))`;

/**
 * Moves each group of users to a separate `aborted` job.
 *
 * @returns ids of the new jobs
 */
export async function moveToAbortedJobs(
  manager: EntityManager,
  jobId: string,
  groups: readonly LeavingUsers[],
): Promise<string[]> {
  if (groups.length === 0) return [];
  const ids = await takeJobIds(manager, groups.length);
  await manager.query(
    `insert into ${SCHEMA}.deletion_jobs (id, state, reason, finished_at, history, ${INHERITED})
     overriding system value
     select one.id, 'aborted', one.reason, j.changed_at, ${ABORTED_APART}, ${prefixed(INHERITED)}
       from ${SCHEMA}.deletion_jobs j
      cross join unnest($2::bigint[], $3::text[]) as one (id, reason)
      where j.id = $1`,
    [jobId, ids, groups.map(({ reason }) => reason)],
  );
  const moved = groups.flatMap(({ regulationIds }, index) =>
    regulationIds.map((regulationId) => ({ regulationId, newJobId: ids[index] })),
  );
  await manager.query(
    `update ${SCHEMA}.deletion_job_users u set job_id = one.id
       from unnest($2::bigint[], $3::uuid[]) as one (id, regulation_id)
      where u.job_id = $1 and u.regulation_id = one.regulation_id`,
    [jobId, moved.map(({ newJobId }) => newJobId), moved.map(({ regulationId }) => regulationId)],
  );
  await updateDueTimes(manager, [jobId, ...ids]);
  return ids;
}

/**
 * Moves the second half of the users to a new job, which waits like the old job.
 *
 * @returns the id of the new job
 */
export async function splitJob(
  manager: EntityManager,
  job: { readonly id: string; readonly users: readonly string[] },
): Promise<string> {
  const moved = [...job.users].sort().slice(Math.ceil(job.users.length / 2));
  return moveToWaitingJob(manager, job.id, moved);
}

/**
 * Moves users of a waiting job to a new job, which waits like the old job.
 *
 * @param regulationIds the regulations of the users
 * @returns the id of the new job
 */
export async function moveToWaitingJob(
  manager: EntityManager,
  jobId: string,
  regulationIds: readonly string[],
): Promise<string> {
  const [id = ''] = await takeJobIds(manager, 1);
  await manager.query(
    `insert into ${SCHEMA}.deletion_jobs (id, state, reason, history, ${INHERITED})
     overriding system value
     select $2, j.state, j.reason, j.history, ${prefixed(INHERITED)} from ${SCHEMA}.deletion_jobs j
      where j.id = $1 and j.state in ('pending', 'failed')`,
    [jobId, id],
  );
  await manager.query(
    `update ${SCHEMA}.deletion_job_users u set job_id = $2
      where u.job_id = $1 and u.regulation_id = any($3::uuid[])
        and exists (select from ${SCHEMA}.deletion_jobs where id = $2)`,
    [jobId, id, regulationIds],
  );
  await cancelEmpty(manager, [jobId, id]);
  await updateDueTimes(manager, [jobId, id]);
  return id;
}

function prefixed(columns: string): string {
  return columns
    .split(',')
    .map((column) => `j.${column.trim()}`)
    .join(', ');
}
