import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';
import { foldTallies } from './fold-tallies.js';

/** At a thousand jobs a second a summary adds up some 30,000 rows, which takes it 10 ms. */
const INTERVAL_MS = 30_000;

/**
 * Folds the counts of ended jobs from time to time.
 *
 * @returns a function that stops it
 */
export function foldRegularly(database: DatabaseConnection, logger: Logger): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = () => signal.aborted;
  const run = async (): Promise<void> => {
    for (;;) {
      await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (isStopping()) return;
      if (!database.isConnected) continue;
      try {
        await foldTallies((sql, parameters) => database.query(sql, parameters));
      } catch (error) {
        if (isStopping()) return; // the database is being closed
        logger.warn({ error: describeError(error) }, 'counts of deletion jobs could not be folded');
      }
    }
  };
  void run();
  return () => {
    stopping.abort();
  };
}
