import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';
import { forgetOldMarks } from './suppressions/number-changes.js';
import { forgetPersonalData } from './forget-personal-data/forget-personal-data.js';
import { forgetOldKeys } from './create-regulations/idempotency.js';

const INTERVAL_MS = 10 * 60_000;

/**
 * Removes old idempotency keys, old marks (see `forgetOldMarks`) and personal data that is needed no more,
 * from time to time.
 *
 * @param retentionDays see `forgetPersonalData`
 * @returns a function that stops it
 */
export function startHousekeeping(
  database: DatabaseConnection,
  logger: Logger,
  retentionDays: number,
): () => void {
  const stopping = new AbortController();
  void keepHouse(database, logger, retentionDays, stopping.signal);
  return () => {
    stopping.abort();
  };
}

async function keepHouse(
  database: DatabaseConnection,
  logger: Logger,
  retentionDays: number,
  signal: AbortSignal,
): Promise<void> {
  const isStopping = () => signal.aborted;
  for (;;) {
    await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (isStopping()) return;
    if (!database.isConnected) continue;
    try {
      await forgetOldKeys(database.manager);
      await forgetOldMarks((sql, parameters) => database.query(sql, parameters));
      await forgetPersonalData(database, retentionDays);
    } catch (error) {
      if (isStopping()) return; // the database is being closed
      logger.warn({ error: describeError(error) }, 'old rows could not be removed');
    }
  }
}
