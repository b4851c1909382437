import type { ServiceParts } from '../../service-parts.js';
import { countJobsOnHold } from '../jobs-on-hold.js';
import { endExpiredLeases } from './end-expired-leases.js';
import { wakeSleepingQueues } from './wake-sleeping-queues.js';

/** Number of rounds from one search for sleeping destinations to the next. */
const SEARCH_EVERY = 5;

type Parts = Pick<ServiceParts, 'database' | 'topicPrefix' | 'logger' | 'afterCommit'>;

/**
 * Creates the periodic job that runs once per second. It ends expired leases, and wakes sleeping
 * destinations that have a waiting job. The first round logs the number of jobs on hold.
 *
 * @returns a function that runs one round
 */
export function createDeletionSweep(options: Parts): () => Promise<void> {
  const { database, topicPrefix, afterCommit } = options;
  let hasReportedHeld = false;
  let round = 0;
  return async () => {
    if (!hasReportedHeld) await reportHeld(options);
    hasReportedHeld = true;
    const isSearchDue = round % SEARCH_EVERY === 0;
    round += 1;
    // This comes first, so that destinations are woken even if a lease cannot be ended.
    if (isSearchDue) await wakeSleepingQueues(database);
    if ((await endExpiredLeases(database, topicPrefix)) > 0) afterCommit();
  };
}

async function reportHeld({ database, logger }: Parts): Promise<void> {
  const held = await countJobsOnHold(database.query);
  if (held === 0) return;
  logger.warn(
    { jobs: held },
    'deletion jobs are on hold after a restore, and no worker gets them. "lethe deletions list --held" shows them, "lethe deletions release" releases them',
  );
}
