import { setMaxListeners } from 'node:events';
import { forgetOldKeys } from './regulations/create/idempotency.js';
import { abortUnserved } from './deletions/sweep/abort-unserved.js';
import { createDeletionSweep } from './deletions/sweep/deletion-sweep.js';
import { forgetPersonalData } from './regulations/purge/forget-personal-data.js';
import { forgetEvents } from './events/forget-events.js';
import { foldTallies } from './deletions/manage/fold-tallies.js';
import { forgetImports } from './imports/forget-imports.js';
import { backfillIdentifierHashes } from './record/backfill-identifier-hashes.js';
import { settleStatuses } from './record/statuses/settle-statuses.js';
import { repeatChore, type Chore } from './repeat-chore.js';
import type { ServiceParts } from './service-parts.js';
import { forgetOldMarks } from './suppressions/feed/change-marks.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

export interface BackgroundWorkOptions extends ServiceParts {
  /** How long personal data of deletions is kept after it is needed. */
  readonly personalDataDays: number;
  /** Counts what waits. */
  readonly backlog: Chore;
  /** Works off imports. */
  readonly imports: Chore['round'];
}

/**
 * All that the service does by itself, but for the relay. Each instance does it: what another one has in hand is
 * passed over.
 *
 * @returns a function that stops it, after the statements that run
 */
export function startBackgroundWork(options: BackgroundWorkOptions): () => Promise<void> {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one a chore
  const ended = Promise.all(
    choresOf(options).map((chore) => repeatChore(chore, options, stopping.signal)),
  );
  return async () => {
    stopping.abort();
    await ended;
  };
}

function choresOf(options: BackgroundWorkOptions): Chore[] {
  const { database, personalDataDays, hashes } = options;
  const { query } = database;
  return [
    options.backlog,
    {
      everyMs: SECOND_MS,
      failure: 'leases of deletions could not be looked at',
      round: createDeletionSweep(options),
    },
    {
      everyMs: MINUTE_MS,
      failure: 'deletions that nobody serves could not be aborted',
      round: (signal) => abortUnserved(options, signal),
    },
    {
      everyMs: SECOND_MS,
      failure: 'statuses of regulations could not be noted',
      round: (signal) => settleStatuses(database, signal),
    },
    {
      // At a thousand jobs a second a summary adds up some 30,000 rows, which takes it 10 ms.
      everyMs: 30 * SECOND_MS,
      failure: 'counts of deletion jobs could not be folded',
      round: (signal) => foldTallies(query, signal),
    },
    {
      everyMs: SECOND_MS / 2,
      failure: 'imports could not be worked off',
      round: options.imports,
    },
    {
      everyMs: 10 * MINUTE_MS,
      failure: 'imports that are over could not be forgotten',
      round: (signal) => forgetImports(database, personalDataDays, signal),
    },
    {
      everyMs: MINUTE_MS,
      failure: 'identifiers from before there was a key could not be hashed',
      round: (signal) => backfillIdentifierHashes(database, hashes, signal),
    },
    {
      everyMs: 15 * SECOND_MS,
      failure: 'old events could not be removed',
      round: (signal) => forgetEvents(query, signal),
    },
    {
      everyMs: 10 * MINUTE_MS,
      failure: 'old idempotency keys could not be removed',
      round: (signal) => forgetOldKeys(query, signal),
    },
    {
      everyMs: 10 * MINUTE_MS,
      failure: 'old marks of the suppression feed could not be removed',
      round: () => forgetOldMarks(query),
    },
    {
      everyMs: 10 * MINUTE_MS,
      failure: 'personal data that is needed no more could not be removed',
      round: (signal) => forgetPersonalData(database, personalDataDays, signal),
    },
  ];
}
