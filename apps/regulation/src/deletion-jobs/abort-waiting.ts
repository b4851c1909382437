import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { historyWith } from './attempts/attempt-sql.js';
import type { Lane } from './lanes/lane.js';
import { appendStatusFacts } from './report/append-status-facts.js';

/** Most jobs of one transaction. Each has up to 1,000 users, and each user is a fact to publish. */
export const JOBS_AT_ONCE = 10;

/**
 * Aborts some of the jobs that wait at a destination, in the caller's transaction, and tells of their users.
 *
 * @param options.which SQL condition on the jobs; absent: any that waits, held ones as well
 * @returns how many; `JOBS_AT_ONCE` where there may be more
 */
export async function abortWaiting(
  manager: EntityManager,
  topicPrefix: string,
  { workspaceId, destinationId }: Lane,
  { reason, which = 'true' }: { readonly reason: string; readonly which?: string },
): Promise<number> {
  // In the order in which a cancel locks them as well. A claim passes over what is locked.
  const jobs = await manager.query<{ id: string }[]>(
    `select id from ${SCHEMA}.deletion_jobs
      where workspace_id = $1 and destination_id = $2 and state in ('pending', 'failed') and ${which}
      order by id limit ${JOBS_AT_ONCE} for update`,
    [workspaceId, destinationId],
  );
  if (jobs.length === 0) return 0;
  const ids = jobs.map((job) => job.id);
  await manager.query(
    `update ${SCHEMA}.deletion_jobs
        set state = 'aborted', reason = $2, progress = null, accepted = null,
            history = ${historyWith('history', `jsonb_build_object('outcome', 'aborted', 'reason', $2::text)`)},
            changed_at = statement_timestamp(), finished_at = statement_timestamp()
      where id = any($1::bigint[])`,
    [ids, reason],
  );
  await appendStatusFacts(manager, topicPrefix, ids);
  return jobs.length;
}
