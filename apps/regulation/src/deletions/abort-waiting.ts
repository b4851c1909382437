import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import type { ServiceParts } from '../service-parts.js';
import { historyWith } from './attempts/attempt-sql.js';
import type { Lane } from './queues/lane.js';
import { appendStatusFacts } from './report/append-status-facts.js';

/** Most jobs of one transaction. Each has up to 1,000 users, and each user is a fact to publish. */
const JOBS_AT_ONCE = 10;

export interface Aborting {
  readonly reason: string;
  /** SQL condition on the jobs; absent: any that waits, held ones as well. */
  readonly which?: string;
}

/**
 * Aborts the jobs that wait at a destination, and tells of their users. Goes through them by their ids: what was aborted a moment ago
 * stays in the index until a vacuum, and each transaction would pass over all of it again. A job with a lower id may come back
 * meanwhile, so the walk is repeated until it finds nothing.
 *
 * @param goesOn is asked before each transaction
 */
export async function abortWaiting(
  {
    database,
    topicPrefix,
    afterCommit,
  }: Pick<ServiceParts, 'database' | 'topicPrefix' | 'afterCommit'>,
  lane: Lane,
  aborting: Aborting,
  goesOn: () => boolean,
): Promise<void> {
  for (let after = '0', isAny = false; goesOn();) {
    const ids = await database.transaction((manager) =>
      abortSome(manager, topicPrefix, { ...lane, after }, aborting),
    );
    if (ids.length > 0) afterCommit();
    isAny ||= ids.length > 0;
    if (ids.length < JOBS_AT_ONCE && !isAny) return;
    if (ids.length < JOBS_AT_ONCE) isAny = false;
    after = ids.length < JOBS_AT_ONCE ? '0' : (ids.at(-1) ?? '0');
  }
}

/** @returns ids of the jobs; `JOBS_AT_ONCE` where there may be more behind them */
async function abortSome(
  manager: EntityManager,
  topicPrefix: string,
  { workspaceId, destinationId, after }: Lane & { readonly after: string },
  { reason, which = 'true' }: Aborting,
): Promise<string[]> {
  // In the order in which a cancel locks them as well. A claim passes over what is locked.
  const jobs = await manager.query<{ id: string }[]>(
    `select id from ${SCHEMA}.deletion_jobs
      where workspace_id = $1 and destination_id = $2 and id > $3 and state in ('pending', 'failed') and ${which}
      order by id limit ${JOBS_AT_ONCE} for update`,
    [workspaceId, destinationId, after],
  );
  const ids = jobs.map((job) => job.id);
  if (ids.length === 0) return ids;
  await manager.query(
    `update ${SCHEMA}.deletion_jobs
        set state = 'aborted', reason = $2, progress = null, accepted = null,
            history = ${historyWith('history', `jsonb_build_object('outcome', 'aborted', 'reason', $2::text)`)},
            changed_at = statement_timestamp(), finished_at = statement_timestamp()
      where id = any($1::bigint[])`,
    [ids, reason],
  );
  await appendStatusFacts(manager, topicPrefix, ids);
  return ids;
}
