import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';

/**
 * Takes a canceled regulation's user out of the jobs that no worker has claimed. A job without
 * users is canceled with it. What is running or done stays as it is.
 */
export async function withdrawUser(
  manager: EntityManager,
  regulation: { id: string; at: string },
): Promise<void> {
  // Locked in a statement of its own: the next statement must see the commit of the last holder of
  // the lock.
  const jobs = await manager.query<{ id: string }[]>(
    `select j.id from ${SCHEMA}.deletion_jobs j
       join ${SCHEMA}.deletion_job_users u on u.job_id = j.id
      where u.regulation_id = $1 and j.state = 'pending'
      order by j.id for update of j`,
    [regulation.id],
  );
  if (jobs.length === 0) return;
  await manager.query(
    `with withdrawn as (
       delete from ${SCHEMA}.deletion_job_users
        where regulation_id = $1 and job_id = any($2::bigint[])
       returning job_id
     )
     update ${SCHEMA}.deletion_jobs j set state = 'canceled', changed_at = $3
       from withdrawn
      where j.id = withdrawn.job_id
        and not exists (
          select 1 from ${SCHEMA}.deletion_job_users u
           where u.job_id = j.id and u.regulation_id <> $1
        )`,
    [regulation.id, jobs.map((job) => job.id), regulation.at],
  );
}
