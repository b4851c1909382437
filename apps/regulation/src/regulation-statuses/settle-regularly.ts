import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';
import { settleStatuses } from './settle-statuses.js';

const INTERVAL_MS = 1_000;

/**
 * Notes each second how regulations stand. On every instance: one of them does it.
 *
 * @returns a function that stops it
 */
export function settleRegularly(database: DatabaseConnection, logger: Logger): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = () => signal.aborted;
  const run = async (): Promise<void> => {
    for (;;) {
      await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (isStopping()) return;
      if (!database.isConnected) continue;
      try {
        await settleStatuses(database);
      } catch (error) {
        if (isStopping()) return; // the database is being closed
        logger.warn({ error: describeError(error) }, 'statuses of regulations could not be noted');
      }
    }
  };
  void run();
  return () => {
    stopping.abort();
  };
}
