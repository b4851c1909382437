import { setMaxListeners } from 'node:events';
import { removeOldKeys } from './regulations/create/idempotency.js';
import { abortUnserved } from './deletions/sweep/abort-unserved.js';
import { createDeletionSweep } from './deletions/sweep/deletion-sweep.js';
import { endLateVerifications } from './deletions/sweep/end-late-verifications.js';
import { purgePersonalData } from './regulations/purge/purge-personal-data.js';
import { purgeEvents } from './events/purge-events.js';
import { compactTallies } from './deletions/manage/compact-tallies.js';
import { purgeImports } from './imports/purge-imports.js';
import { backfillIdentifierHashes } from './record/backfill-identifier-hashes.js';
import { settleStatuses } from './record/statuses/settle-statuses.js';
import { runPeriodically, type PeriodicJob } from './run-periodically.js';
import type { ServiceParts } from './service-parts.js';
import { removeOldMarks } from './suppressions/feed/change-marks.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

export interface BackgroundWorkOptions extends ServiceParts {
  readonly backlog: PeriodicJob;
  readonly imports: PeriodicJob['round'];
}

/**
 * Starts all periodic jobs except the relay. Each instance runs these jobs, and skips rows that
 * another instance has locked.
 *
 * @returns function that stops the jobs; it resolves after the statements in progress have ended
 */
export function startBackgroundWork(options: BackgroundWorkOptions): () => Promise<void> {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const ended = Promise.all(
    periodicJobsOf(options).map((job) => runPeriodically(job, options, stopping.signal)),
  );
  return async () => {
    stopping.abort();
    await ended;
  };
}

function periodicJobsOf(options: BackgroundWorkOptions): PeriodicJob[] {
  const { database, personalDataDays, hashes } = options;
  const { query } = database;
  return [
    options.backlog,
    {
      everyMs: SECOND_MS,
      failure: 'leases of deletion jobs could not be checked',
      round: createDeletionSweep(options),
    },
    {
      everyMs: MINUTE_MS,
      failure: 'deletion jobs without a possible worker could not be aborted',
      round: (signal) => abortUnserved(options, signal),
    },
    {
      everyMs: MINUTE_MS,
      failure: 'verifications that waited too long could not be ended',
      round: (signal) => endLateVerifications(database, signal),
    },
    {
      everyMs: SECOND_MS,
      failure: 'statuses of regulations could not be stored',
      round: (signal) => settleStatuses(database, signal),
    },
    {
      // If 1,000 jobs end per second, a round compacts about 30,000 rows in 10 ms.
      everyMs: 30 * SECOND_MS,
      failure: 'counts of deletion jobs could not be compacted',
      round: (signal) => compactTallies(query, signal),
    },
    {
      everyMs: SECOND_MS / 2,
      failure: 'imports could not be processed',
      round: options.imports,
    },
    {
      everyMs: 10 * MINUTE_MS,
      failure: 'old imports could not be removed',
      round: (signal) => purgeImports(database, personalDataDays, signal),
    },
    {
      everyMs: MINUTE_MS,
      failure: 'identifiers that are older than the identifier key could not be hashed',
      round: (signal) => backfillIdentifierHashes(database, hashes, signal),
    },
    {
      everyMs: 15 * SECOND_MS,
      failure: 'old events could not be removed',
      round: (signal) => purgeEvents(query, signal),
    },
    {
      everyMs: 10 * MINUTE_MS,
      failure: 'old idempotency keys could not be removed',
      round: (signal) => removeOldKeys(query, signal),
    },
    {
      everyMs: 10 * MINUTE_MS,
      failure: 'old marks of the suppression feed could not be removed',
      round: () => removeOldMarks(query),
    },
    {
      everyMs: 10 * MINUTE_MS,
      failure: 'personal data that is no longer needed could not be purged',
      round: (signal) => purgePersonalData(options, personalDataDays, signal),
    },
  ];
}
