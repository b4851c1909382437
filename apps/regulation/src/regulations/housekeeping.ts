import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';
import { forgetOldKeys } from './idempotency.js';

const INTERVAL_MS = 10 * 60_000;

/** Forgets idempotency keys that are no longer remembered, now and then. Returns how to stop. */
export function startHousekeeping(database: DatabaseConnection, logger: Logger): () => void {
  const timer = setInterval(() => {
    if (!database.isConnected) return;
    forgetOldKeys(database.manager).catch((error: unknown) => {
      logger.warn({ error: describeError(error) }, 'old idempotency keys could not be removed');
    });
  }, INTERVAL_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
