import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import type { ServiceParts } from '../service-parts.js';
import { historyWith } from './attempts/attempt-sql.js';
import type { DestinationQueue } from './queues/destination-queue.js';
import { appendStatusFacts } from './report/append-status-facts.js';

/**
 * Maximum number of jobs in one transaction. A job has up to 1,000 users, and the transaction
 * writes a fact for each user.
 */
const JOBS_AT_ONCE = 10;

export interface Aborting {
  readonly reason: string;
  /**
   * SQL condition on the jobs. If absent, all waiting jobs are aborted, including those on hold.
   */
  readonly which?: string;
}

/**
 * Aborts the waiting jobs of a destination, and publishes a fact for each of their users. Each
 * transaction reads only jobs after the last id of the previous transaction. Aborted rows stay in
 * the index until a vacuum, so a transaction without this bound would read all of them again.
 * During the walk through the ids, a job with a lower id can become waiting again. So the walk
 * repeats until it finds no job.
 *
 * @param mayContinue called before each transaction; if it returns `false`, the walk ends
 */
export async function abortWaiting(
  {
    database,
    topicPrefix,
    afterCommit,
  }: Pick<ServiceParts, 'database' | 'topicPrefix' | 'afterCommit'>,
  queue: DestinationQueue,
  aborting: Aborting,
  mayContinue: () => boolean,
): Promise<void> {
  for (let after = '0', hasFoundJobs = false; mayContinue();) {
    const ids = await database.transaction((manager) =>
      abortSome(manager, topicPrefix, { ...queue, after }, aborting),
    );
    if (ids.length > 0) afterCommit();
    hasFoundJobs ||= ids.length > 0;
    if (ids.length < JOBS_AT_ONCE && !hasFoundJobs) return;
    if (ids.length < JOBS_AT_ONCE) hasFoundJobs = false;
    after = ids.length < JOBS_AT_ONCE ? '0' : (ids.at(-1) ?? '0');
  }
}

/** @returns ids of the aborted jobs. If there are `JOBS_AT_ONCE` ids, more jobs may be waiting */
async function abortSome(
  manager: EntityManager,
  topicPrefix: string,
  { workspaceId, destinationId, after }: DestinationQueue & { readonly after: string },
  { reason, which = 'true' }: Aborting,
): Promise<string[]> {
  // Locks the jobs in the sequence of their ids, as a cancel does, so that the two cannot deadlock.
  // A claim skips locked rows.
  const jobs = await manager.query<{ id: string }[]>(
    `select id from ${SCHEMA}.deletion_jobs
      where workspace_id = $1 and destination_id = $2 and id > $3 and state in ('pending', 'failed') and ${which}
      order by id limit ${JOBS_AT_ONCE} for update`,
    [workspaceId, destinationId, after],
  );
  const ids = jobs.map((job) => job.id);
  if (ids.length > 0) await abortJobs(manager, topicPrefix, ids, reason);
  return ids;
}

/**
 * Aborts waiting jobs that the transaction has locked, and publishes a fact for each of their users.
 */
export async function abortJobs(
  manager: EntityManager,
  topicPrefix: string,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.deletion_jobs
        set state = 'aborted', reason = $2, progress = null, accepted = null,
            history = ${historyWith('history', `jsonb_build_object('outcome', 'aborted', 'reason', $2::text)`)},
            changed_at = statement_timestamp(), finished_at = statement_timestamp()
      where id = any($1::bigint[])`,
    [ids, reason],
  );
  await appendStatusFacts(manager, topicPrefix, ids);
}
