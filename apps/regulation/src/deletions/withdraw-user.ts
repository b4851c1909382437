import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { updateDueTimes } from './due-times.js';
import { cancelEmpty } from './report/cancel-empty.js';
import { needsAttention } from '../record/overdue.js';

/**
 * Removes the user of a canceled regulation from waiting jobs, unless the destination has accepted
 * the deletion request. Cancels a job that has no users left. Running and complete jobs stay
 * unchanged. Jobs that failed permanently are marked `unsettled`, so that `settleStatuses` checks
 * whether they still need attention.
 */
export async function withdrawUser(
  manager: EntityManager,
  regulation: { readonly id: string },
): Promise<void> {
  const jobs = await lockOpenJobs(manager, regulation.id);
  // This must follow the locks, because an attempt may have failed permanently while this
  // transaction waited for a lock.
  await markUnsettled(manager, [regulation.id]);
  const waiting = jobs.filter((job) => job.is_waiting).map(({ id }) => id);
  if (waiting.length === 0) return;
  await manager.query(
    `delete from ${SCHEMA}.deletion_job_users where regulation_id = $1 and job_id = any($2::bigint[])`,
    [regulation.id, waiting],
  );
  await cancelEmpty(manager, waiting);
  await updateDueTimes(manager, waiting);
}

/**
 * Marks the `aborted` jobs of canceled regulations `unsettled`, so that `settleStatuses` checks
 * them again. A job needs no attention if the regulations of all its users are canceled.
 */
export async function markUnsettled(
  manager: EntityManager,
  regulationIds: readonly string[],
): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.deletion_jobs set unsettled = true
      where id = any(array(
        select j.id from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
         where u.regulation_id = any($1::uuid[]) and ${needsAttention('j')}
         order by j.id for update of j))`,
    [regulationIds],
  );
}

interface OpenJob {
  readonly id: string;
  readonly is_waiting: boolean;
}

/**
 * Locks the open jobs of the user. Also locks running jobs, so that the transaction that ends the
 * attempt sees that the regulation is canceled. Repeats until it finds no further job, because a
 * split can move the user to another job during the wait for a lock.
 */
async function lockOpenJobs(manager: EntityManager, regulationId: string): Promise<OpenJob[]> {
  const locked = new Map<string, OpenJob>();
  for (;;) {
    const jobs = await manager.query<OpenJob[]>(
      `select j.id, j.state in ('pending', 'failed') and j.accepted is null as is_waiting
         from ${SCHEMA}.deletion_jobs j
         join ${SCHEMA}.deletion_job_users u on u.job_id = j.id
        where u.regulation_id = $1 and j.state in ('pending', 'failed', 'running')
          and j.id <> all($2::bigint[])
        order by j.id for update of j`,
      [regulationId, [...locked.keys()]],
    );
    if (jobs.length === 0) return [...locked.values()];
    for (const job of jobs) locked.set(job.id, job);
  }
}
