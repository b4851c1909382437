import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';
import { forgetOldMarks } from '../suppressions/number-changes.js';
import { forgetOldKeys } from './idempotency.js';

const INTERVAL_MS = 10 * 60_000;

/** Removes idempotency keys and marks that have become old, now and then. Returns how to stop. */
export function startHousekeeping(database: DatabaseConnection, logger: Logger): () => void {
  const timer = setInterval(() => {
    if (!database.isConnected) return;
    const work = [
      forgetOldKeys(database.manager),
      forgetOldMarks((sql, parameters) => database.query(sql, parameters)),
    ];
    Promise.all(work).catch((error: unknown) => {
      logger.warn({ error: describeError(error) }, 'old rows could not be removed');
    });
  }, INTERVAL_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
