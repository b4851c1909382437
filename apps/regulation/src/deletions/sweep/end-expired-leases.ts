import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { byQueue, type DestinationQueue } from '../queues/destination-queue.js';
import { lockQueues } from '../queues/settle-queues.js';
import { endJobs } from '../report/end-jobs.js';
import { endVerifications } from '../verifications/end-verifications.js';

const AT_ONCE = 500;

const REASON =
  'The lease of the worker ended without a report. It is unknown how much was deleted.';

const NOT_VERIFIED =
  'The lease of the worker ended without a report, so the answer of the destination is unknown.';

/**
 * Ends expired leases of deletion jobs and of verifications. Each expired lease counts as a failure.
 * Skips destinations that another instance has locked.
 *
 * @returns the number of ended leases of deletion jobs
 * @throws Error if no lease could be ended, with the first failure as its cause
 */
export async function endExpiredLeases(
  database: DatabaseConnection,
  topicPrefix: string,
): Promise<number> {
  const expired = await expiredOf(database, 'deletion_jobs');
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
  for (const [queue, ofQueue] of byQueue(await expiredOf(database, 'deletion_verifications'))) {
    const ends = ofQueue.map(({ id }) => ({
      jobId: id,
      claim: 'expired' as const,
      outcome: { status: 'failed' as const, reason: NOT_VERIFIED },
    }));
    try {
      await database.transaction(async (manager) => {
        const free = await lockQueues(manager, [queue], { skipLocked: true });
        if (free.length > 0) await endVerifications(manager, queue, ends);
      });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0 && ended === 0) {
    throw new Error('No expired lease of a deletion job could be ended.', { cause: failures[0] });
  }
  return ended;
}

function expiredOf(
  database: DatabaseConnection,
  table: 'deletion_jobs' | 'deletion_verifications',
): Promise<(DestinationQueue & { readonly id: string })[]> {
  return database.query(
    `select id, workspace_id as "workspaceId", destination_id as "destinationId"
       from ${SCHEMA}.${table}
      where state = 'running' and lease_expires_at <= statement_timestamp()
      order by lease_expires_at limit ${AT_ONCE}`,
  );
}
