import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import { countHeldJobs } from '../held-jobs.js';
import { endExpiredLeases } from './end-expired-leases.js';
import { wakeForgottenLanes } from './wake-forgotten-lanes.js';

const EVERY_MS = 1_000;
/** Rounds from one look for forgotten destinations to the next. */
const FORGOTTEN_EVERY = 5;

export interface DeletionSweepOptions {
  readonly database: DatabaseConnection;
  readonly topicPrefix: string;
  readonly logger: Logger;
  /** Called when there is something to publish. */
  readonly afterCommit: () => void;
}

/**
 * Ends leases that are over, each second on every instance, and wakes destinations that were forgotten. Says once
 * how many jobs are held.
 *
 * @returns a function that stops it, after what is in hand
 */
export function startDeletionSweep(options: DeletionSweepOptions): () => Promise<void> {
  const stopping = new AbortController();
  const swept = sweepUntil(stopping.signal, options);
  return async () => {
    stopping.abort();
    await swept;
  };
}

async function sweepUntil(signal: AbortSignal, options: DeletionSweepOptions): Promise<void> {
  const { database, logger } = options;
  const failures = new LogThrottle();
  let hasToldHeld = false;
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      if (database.isConnected) {
        if (!hasToldHeld) await tellHeld(options);
        hasToldHeld = true;
        if ((await endExpiredLeases(database, options.topicPrefix)) > 0) options.afterCommit();
        if (round % FORGOTTEN_EVERY === 0) await wakeForgottenLanes(database);
      }
    } catch (error) {
      if (isOver(signal)) return; // the database is being closed
      if (failures.isDue()) {
        logger.warn({ error: describeError(error) }, 'leases of deletions could not be looked at');
      }
    }
    await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

async function tellHeld({ database, logger }: DeletionSweepOptions): Promise<void> {
  const held = await countHeldJobs((sql, parameters) => database.query(sql, parameters));
  if (held === 0) return;
  logger.warn(
    { jobs: held },
    'deletion jobs are held and offered to no worker: they are older than the version that carries deletions out, or were rebuilt after a restore. "lethe deletions list --held" shows them, "lethe deletions release" lets them go',
  );
}

function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}
