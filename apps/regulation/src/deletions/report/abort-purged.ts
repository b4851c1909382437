import type { JobOutcome } from '@lethe/api/deletions';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { abortJobs } from '../abort-waiting.js';
import { takesUserIdOnly } from '../claim/identifiers-for.js';
import { moveToWaitingJob } from './split-job.js';

const REASON =
  'The identifiers of the user were purged before the destination confirmed the new deletion. It finds users by more than the userId, so it was not asked again. Create a new regulation with these identifiers, or close this job with an exception.';

const PURGED =
  'The identifiers of a user were purged before the end of the attempt, and the reason too.';

/**
 * Aborts waiting jobs that a verification ordered, if the identifiers of their users were purged and
 * the destination finds users by more than the `userId`. With the `userId` alone, the destination
 * could report a deletion although it did not find the data. Users with identifiers stay in their
 * jobs. A job that the destination has accepted goes on, because the destination has the identifiers.
 *
 * @param jobIds jobs that the transaction has locked
 * @returns the number of aborted jobs
 */
export async function abortPurged(
  manager: EntityManager,
  topicPrefix: string,
  jobIds: readonly string[],
): Promise<number> {
  const jobs = await manager.query<
    { id: string; destination_type: string; purged: string[]; has_others: boolean }[]
  >(
    `select j.id, j.destination_type, bool_or(r.identifiers_forgotten_at is null) as has_others,
            array_agg(r.id) filter (where r.identifiers_forgotten_at is not null) as purged
       from ${SCHEMA}.deletion_jobs j
       join ${SCHEMA}.deletion_job_users u on u.job_id = j.id
       join ${SCHEMA}.regulations r on r.id = u.regulation_id
      where j.id = any($1::bigint[]) and j.first_completed_at is not null
        and j.state in ('pending', 'failed') and j.accepted is null
      group by j.id having bool_or(r.identifiers_forgotten_at is not null) order by j.id`,
    [jobIds],
  );
  const ids: string[] = [];
  for (const { id, destination_type: type, purged, has_others: hasOthers } of jobs) {
    if (takesUserIdOnly(type)) continue;
    ids.push(hasOthers ? await moveToWaitingJob(manager, id, purged) : id);
  }
  if (ids.length > 0) await abortJobs(manager, topicPrefix, ids, REASON);
  return ids.length;
}

/**
 * Returns those of the jobs of a verification that have users whose identifiers were purged.
 *
 * @param jobIds jobs that an earlier statement of the transaction has locked, so that this statement
 *   sees every purge before it
 */
export async function withPurgedUsers(
  manager: EntityManager,
  jobIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (jobIds.length === 0) return new Set();
  const rows = await manager.query<{ job_id: string }[]>(
    `select distinct u.job_id from ${SCHEMA}.deletion_job_users u
       join ${SCHEMA}.regulations r on r.id = u.regulation_id
      where u.job_id = any($1::bigint[]) and r.identifiers_forgotten_at is not null`,
    [jobIds],
  );
  return new Set(rows.map((row) => row.job_id));
}

/**
 * Returns an outcome without the texts of the worker. After the purge, the identifiers that these
 * texts can contain are no longer known, so they cannot be hidden.
 */
export function withoutTexts(outcome: JobOutcome): JobOutcome {
  if (outcome.status === 'accepted' || outcome.status === 'released') return outcome;
  if (outcome.status !== 'complete') return { ...outcome, reason: PURGED };
  const { record, refused } = outcome;
  const { method, counts } = record;
  return {
    ...outcome,
    record: { method, ...(counts && { counts }) },
    ...(refused && { refused: refused.map((user) => ({ ...user, reason: PURGED })) }),
  };
}
