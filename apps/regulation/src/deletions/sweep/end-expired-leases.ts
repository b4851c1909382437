import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { byLane, type Lane } from '../queues/lane.js';
import { lockLanes } from '../queues/settle-lanes.js';
import { endJobs } from '../report/end-jobs.js';

/** Most jobs that one look finds. */
const AT_ONCE = 500;

const REASON =
  'The worker stopped answering before it said what became of the deletion; it may have been carried out in part.';

/**
 * Ends leases that are over: a failure that counts. Instances that do it at the same time pass over what another
 * one has in hand.
 *
 * @returns how many
 * @throws Error when none could be ended, with the first reason as its cause
 */
export async function endExpiredLeases(
  database: DatabaseConnection,
  topicPrefix: string,
): Promise<number> {
  const expired = await database.query<Lane & { id: string }>(
    `select id, workspace_id as "workspaceId", destination_id as "destinationId"
       from ${SCHEMA}.deletion_jobs
      where state = 'running' and lease_expires_at <= statement_timestamp()
      order by lease_expires_at limit ${AT_ONCE}`,
  );
  let ended = 0;
  const failures: unknown[] = [];
  for (const [lane, those] of byLane(expired)) {
    const ends = those.map(({ id }) => ({
      jobId: id,
      claim: 'expired' as const,
      outcome: { status: 'failed' as const, reason: REASON },
    }));
    try {
      const jobs = await database.transaction(async (manager) => {
        const free = await lockLanes(manager, [lane], { skipLocked: true });
        return free.length === 0 ? [] : endJobs(manager, topicPrefix, lane, ends);
      });
      ended += jobs.length;
    } catch (error) {
      failures.push(error); // one destination must not keep the others from theirs
    }
  }
  if (failures.length > 0 && ended === 0) {
    throw new Error('No lease of a deletion could be ended.', { cause: failures[0] });
  }
  return ended;
}
