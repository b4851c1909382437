import type { DataSource, EntityManager } from 'typeorm';
import { isRepeatable, sqlStateOf, toLetheError } from '../database-error.js';
import { noteFailure, type DatabaseObserver } from '../connection/database-observer.js';

const MAX_ATTEMPTS = 4;

/**
 * Runs `work` in one transaction (read committed). After a deadlock or a serialization failure,
 * runs `work` again, up to three times. So `work` must have no effect outside the database.
 *
 * @param observer receives failures and retries
 * @returns result of `work`, after the commit is durable
 * @throws LetheError `unavailable` if the database failed before the commit was sent (nothing was
 *   changed), `outcome_unknown` if it failed during the commit; any error of `work`
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
  observer?: DatabaseObserver,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(dataSource, work, observer);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRepeatable(error)) throw error;
      observer?.retried(sqlStateOf(error) ?? 'other');
    }
  }
}

async function attemptTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
  observer: DatabaseObserver | undefined,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  let committing = false;
  try {
    await runner.startTransaction();
    const result = await work(runner.manager);
    committing = true;
    await runner.commitTransaction();
    return result;
  } catch (error) {
    if (runner.isTransactionActive) {
      // If the connection broke, the rollback fails, but the server has already rolled back.
      await runner.rollbackTransaction().catch(() => undefined);
    }
    noteFailure(error, observer);
    throw toLetheError(error, committing ? 'outcome_unknown' : 'unavailable');
  } finally {
    await runner.release().catch(() => undefined);
  }
}
