import type { DataSource, EntityManager } from 'typeorm';
import { isRepeatable, sqlStateOf, toLetheError } from '../database-error.js';
import { noteFailure, type DatabaseObserver } from '../connection/database-observer.js';

const MAX_ATTEMPTS = 4;

/**
 * Runs `work` in one transaction (read committed). A deadlock or serialization failure runs it
 * again, up to three times, so `work` must have no effect outside the database.
 *
 * @param observer is told of failures and repetitions
 * @returns what `work` returned, once the commit is durable
 * @throws LetheError `unavailable` when the database went away before the commit was sent (nothing
 *   was changed), `outcome_unknown` when it went away during the commit; whatever `work` throws
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
      // The connection may be what broke; then the server rolls back by itself.
      await runner.rollbackTransaction().catch(() => undefined);
    }
    noteFailure(error, observer);
    throw toLetheError(error, committing ? 'outcome_unknown' : 'unavailable');
  } finally {
    await runner.release().catch(() => undefined);
  }
}
