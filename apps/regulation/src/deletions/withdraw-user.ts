import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { cancelEmpty } from './report/cancel-empty.js';
import { needsAttention } from '../record/overdue.js';

/**
 * Takes a canceled regulation's user out of the jobs that wait, unless the destination has accepted the
 * order already. A job without users is canceled with it. What is running or done stays as it is; of what is aborted it is
 * looked again whether it needs attention.
 */
export async function withdrawUser(
  manager: EntityManager,
  regulation: { readonly id: string },
): Promise<void> {
  const jobs = await lockOpenJobs(manager, regulation.id);
  await lookAgain(manager, [regulation.id]); // after what was running until now
  const waiting = jobs.filter((job) => job.is_waiting).map(({ id }) => id);
  if (waiting.length === 0) return;
  await manager.query(
    `delete from ${SCHEMA}.deletion_job_users where regulation_id = $1 and job_id = any($2::bigint[])`,
    [regulation.id, waiting],
  );
  await cancelEmpty(manager, waiting);
}

/** Has the aborted jobs of canceled regulations settled again: a job of which all users are canceled needs no attention. */
export async function lookAgain(
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
 * Locks the jobs that have the user and are open. Running ones too: whoever ends such an attempt then sees that the
 * regulation is canceled. Looks again until nothing is new: while it waited for a lock, a split may have moved the
 * user to another job.
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
