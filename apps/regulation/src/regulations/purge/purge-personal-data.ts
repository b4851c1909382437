import { ADVISORY_LOCKS } from '@lethe/database';
import { HISTORY_WITHOUT_REASONS } from '../../deletions/attempts/attempt-sql.js';
import { abortPurged } from '../../deletions/report/abort-purged.js';
import { noteEnds } from '../../record/statuses/done-at.js';
import { FINAL_STATES } from '../../record/deletion-job-states.js';
import { inBatches, underAdvisoryLock } from '../../database/in-batches.js';
import { SCHEMA } from '../../database/schema-name.js';
import { ID_AS_GIVEN } from '../../record/given-id.js';
import type { ServiceParts } from '../../service-parts.js';

type Parts = Pick<ServiceParts, 'database' | 'topicPrefix' | 'afterCommit'>;

/**
 * Maximum number of regulations in one batch. It is limited because a transaction holds its locks
 * until it ends.
 */
const PURGED_AT_ONCE = 1_000;

/**
 * Purges the identifiers of regulations when their retention after the deletions has ended. The
 * `userId` as given stays. `done_at` is the time from which identifiers are no longer needed, see
 * `record/statuses/done-at.ts`. If a retry commits before the purge, the identifiers stay. A later
 * retry has only the `userId`. Reasons and notes of a job are purged when the identifiers of all
 * its users are purged. Methods and counts stay. An open job that a verification ordered does not
 * prevent the purge. It is aborted if its destination needs the identifiers, see `abort-purged.ts`.
 *
 * @param retentionDays days after `done_at`
 * @param signal stops the work between two batches
 * @returns the number of regulations that were due
 */
export async function purgePersonalData(
  parts: Parts,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<number> {
  await noteEnds(parts.database.query);
  return inBatches(PURGED_AT_ONCE, () => purgeBatch(parts, retentionDays), signal);
}

/**
 * Purges regulations and texts in one transaction, because later runs do not find purged
 * regulations again. Only one instance at a time runs this function. Two runs could each purge a
 * part of a job's users, and neither would see that all users are purged. Locks the jobs first,
 * like a retry.
 *
 * @returns the number of due regulations; 0 if other transactions have locked all of them
 */
async function purgeBatch(
  { database, topicPrefix, afterCommit }: Parts,
  retentionDays: number,
): Promise<number> {
  let aborted = 0;
  const done = await underAdvisoryLock(database, ADVISORY_LOCKS.forgetting, async (manager) => {
    const due = await manager.query<{ id: string }[]>(FIND_DUE, [retentionDays]);
    if (due.length === 0) return 0;
    const dueIds = due.map(({ id }) => id);
    const jobs = await manager.query<{ id: string }[]>(LOCK_JOBS, [dueIds]);
    const purged = await manager.query<{ id: string }[]>(PURGE, [retentionDays, dueIds]);
    const ids = purged.map(({ id }) => id);
    await manager.query(PURGE_TEXTS, [ids]);
    await manager.query(PURGE_TEXTS_OF_VERIFICATIONS, [ids]);
    aborted = await abortPurged(
      manager,
      topicPrefix,
      jobs.map(({ id }) => id),
    );
    return purged.length === 0 ? 0 : due.length;
  });
  if (aborted > 0) afterCommit();
  return done;
}

/**
 * SQL: whether the identifiers of a regulation `r` are to be purged. An open job that a verification
 * ordered does not prevent that.
 */
const IS_DUE = `done_at < statement_timestamp() - $1::integer * interval '1 day'
       and identifiers_forgotten_at is null
       and not exists (select from ${SCHEMA}.deletion_job_users u
                        join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
                       where u.regulation_id = r.id
                         and (j.unsettled or (j.state not in ${FINAL_STATES} and j.first_completed_at is null)))`;

const FIND_DUE = `
  select id from ${SCHEMA}.regulations r where ${IS_DUE} order by done_at limit ${PURGED_AT_ONCE}`;

const LOCK_JOBS = `
  select j.id from ${SCHEMA}.deletion_jobs j
   where j.id in (select job_id from ${SCHEMA}.deletion_job_users where regulation_id = any($1::uuid[]))
   order by j.id for no key update of j`;

/**
 * SQL: purges identifiers. Skips rows that a cancel has locked, which the next run purges. A
 * trigger removes the hashes of the identifiers.
 */
const PURGE = `
  with old as materialized (
    select id from ${SCHEMA}.regulations r
     where id = any($2::uuid[]) and ${IS_DUE}
     order by id for no key update skip locked
  ), gone as (
    update ${SCHEMA}.regulations r
       set attributes = jsonb_build_object('userId', ${ID_AS_GIVEN('r')}),
           identifiers_forgotten_at = statement_timestamp()
      from old where r.id = old.id returning r.id
  )
  select id from gone`;

/** SQL: whether the identifiers of all users of a job are purged. */
const arePurged = (jobId: string) => `not exists (
       select from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.regulations r on r.id = u.regulation_id
        where u.job_id = ${jobId} and r.identifiers_forgotten_at is null)`;

/**
 * SQL: purges texts of jobs. This is a separate statement, because it must see the changes of
 * `PURGE`.
 */
const PURGE_TEXTS = `
  update ${SCHEMA}.deletion_jobs j set reason = null, record = record - 'notes', report_hash = null,
         history = ${HISTORY_WITHOUT_REASONS}
   where j.id in (select job_id from ${SCHEMA}.deletion_job_users where regulation_id = any($1::uuid[]))
     and (j.state in ${FINAL_STATES} or j.first_completed_at is not null)
     and (j.reason is not null or j.report_hash is not null or jsonb_exists(j.record, 'notes')
       or jsonb_path_exists(j.history, '$[*].reason'))
     and ${arePurged('j.id')}`;

/**
 * SQL: purges texts of verifications that a worker has reported. Other reasons are texts of Lethe.
 * A running verification loses its texts when it ends.
 */
const PURGE_TEXTS_OF_VERIFICATIONS = `
  update ${SCHEMA}.deletion_verifications v set reason = null, record = record - 'notes', report_hash = null
   where v.job_id in (select job_id from ${SCHEMA}.deletion_job_users where regulation_id = any($1::uuid[]))
     and v.worker is not null and v.state <> 'running' and ${arePurged('v.job_id')}`;
