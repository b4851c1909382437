import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { byQueue, type DestinationQueue } from '../queues/destination-queue.js';
import { lockQueues } from '../queues/settle-queues.js';
import { endJobs } from '../report/end-jobs.js';

const AT_ONCE = 500;

const REASON =
  'The lease of the worker ended without a report. It is unknown how much was deleted.';

/**
 * Ends expired leases. Each expired lease counts as a failure of its job. Skips destinations that
 * another instance has locked.
 *
 * @returns the number of ended leases
 * @throws Error if no lease could be ended, with the first failure as its cause
 */
export async function endExpiredLeases(
  database: DatabaseConnection,
  topicPrefix: string,
): Promise<number> {
  const expired = await database.query<DestinationQueue & { id: string }>(
    `select id, workspace_id as "workspaceId", destination_id as "destinationId"
       from ${SCHEMA}.deletion_jobs
      where state = 'running' and lease_expires_at <= statement_timestamp()
      order by lease_expires_at limit ${AT_ONCE}`,
  );
  let ended = 0;
  const failures: unknown[] = [];
  for (const [queue, jobsOfQueue] of byQueue(expired)) {
    const ends = jobsOfQueue.map(({ id }) => ({
      jobId: id,
      claim: 'expired' as const,
      outcome: { status: 'failed' as const, reason: REASON },
    }));
    try {
      const jobs = await database.transaction(async (manager) => {
        const free = await lockQueues(manager, [queue], { skipLocked: true });
        return free.length === 0 ? [] : endJobs(manager, topicPrefix, queue, ends);
      });
      ended += jobs.length;
    } catch (error) {
      failures.push(error); // an error at one destination must not block other destinations
    }
  }
  if (failures.length > 0 && ended === 0) {
    throw new Error('No expired lease of a deletion job could be ended.', { cause: failures[0] });
  }
  return ended;
}
