import type { ServiceParts } from '../../service-parts.js';
import { countHeldJobs } from '../held-jobs.js';
import { endExpiredLeases } from './end-expired-leases.js';
import { wakeForgottenLanes } from './wake-forgotten-lanes.js';

/** Rounds from one look for forgotten destinations to the next. */
const FORGOTTEN_EVERY = 5;

type Parts = Pick<ServiceParts, 'database' | 'topicPrefix' | 'logger' | 'afterCommit'>;

/**
 * Makes what is done each second: leases that are over end, and destinations that were forgotten wake. The first
 * round says how many jobs are held.
 *
 * @returns one round
 */
export function createDeletionSweep(options: Parts): () => Promise<void> {
  const { database, topicPrefix, afterCommit } = options;
  let hasToldHeld = false;
  let round = 0;
  return async () => {
    if (!hasToldHeld) await tellHeld(options);
    hasToldHeld = true;
    const isTime = round % FORGOTTEN_EVERY === 0;
    round += 1;
    // First: a lease that cannot be ended must not keep destinations asleep.
    if (isTime) await wakeForgottenLanes(database);
    if ((await endExpiredLeases(database, topicPrefix)) > 0) afterCommit();
  };
}

async function tellHeld({ database, logger }: Parts): Promise<void> {
  const held = await countHeldJobs(database.query);
  if (held === 0) return;
  logger.warn(
    { jobs: held },
    'deletion jobs are held and offered to no worker: they came back with a restore. "lethe deletions list --held" shows them, "lethe deletions release" lets them go',
  );
}
