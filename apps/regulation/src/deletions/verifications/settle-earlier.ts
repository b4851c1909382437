import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import type { EndedVerification } from './end-verifications.js';

/**
 * Marks verifications that ended as `absent` or `found` as those that stand, instead of earlier ones
 * of the same jobs. If they belong to jobs that a verification ordered, also settles the
 * verification that found the data first. Doubt settles nothing.
 *
 * @param ended verifications of one destination, whose queue the transaction has locked
 */
export async function settleEarlier(
  manager: EntityManager,
  ended: readonly EndedVerification[],
): Promise<void> {
  const answered = ended.filter(({ state }) => state === 'absent' || state === 'found');
  if (answered.length === 0) return;
  const jobIds = answered.map((one) => one.jobId);
  await manager.query(SETTLE_SAME_JOB, [answered.map((one) => one.id), jobIds]);
  await settleEarlierJobs(manager, jobIds);
}

/**
 * Ends the alarms of verifications for whose users these jobs were ordered, if each of these users
 * was verified again, or a person closed the job with an exception.
 */
export async function settleEarlierJobs(
  manager: EntityManager,
  jobIds: readonly string[],
): Promise<void> {
  await manager.query(SETTLE_EARLIER_JOBS, [jobIds]);
}

const SETTLE_SAME_JOB = `
  update ${SCHEMA}.deletion_verifications v set stands = v.id = any($1::bigint[]), alarm = false
   where v.job_id = any($2::bigint[]) and (v.stands or v.id = any($1::bigint[]))`;

/** SQL: the newest job of the user `f.id` after the job of the verification `v`, as `later`. */
const LATER_JOB = `
  select k.id, k.state from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs k on k.id = u.job_id
   where u.regulation_id = f.id::uuid and k.id > v.job_id
     and k.workspace_id = v.workspace_id and k.destination_id = v.destination_id
   order by k.id desc limit 1`;

/**
 * SQL: ends the alarm of verifications of earlier jobs, if each user that they found and that has a
 * later job was verified after it, or this job is closed with an exception. They no longer stand, if each found user has a later job.
 */
const SETTLE_EARLIER_JOBS = `
  update ${SCHEMA}.deletion_verifications v
     set alarm = false,
         stands = exists (
           select from jsonb_object_keys(v.found) as f (id) where not exists (${LATER_JOB}))
   where v.stands and v.state = 'found' and v.id = any(array(
           select e.id from ${SCHEMA}.deletion_jobs j
             join ${SCHEMA}.deletion_job_users u on u.job_id = j.id
             join ${SCHEMA}.deletion_job_users earlier
               on earlier.regulation_id = u.regulation_id and earlier.job_id < u.job_id
             join ${SCHEMA}.deletion_verifications e on e.job_id = earlier.job_id
            where j.id = any($1::bigint[]) and j.first_completed_at is not null
              and e.stands and e.state = 'found' and e.destination_id = j.destination_id
              and jsonb_exists(e.found, u.regulation_id::text)))
     and not exists (
       select from jsonb_object_keys(v.found) as f (id) cross join lateral (${LATER_JOB}) later
        where later.state <> 'excepted' and not exists (
          select from ${SCHEMA}.deletion_verifications w where w.job_id = later.id and w.stands))`;
