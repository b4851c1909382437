import type { DataSource, EntityManager } from 'typeorm';
import { isRepeatable, sqlStateOf, toLetheError, wasRolledBack } from '../database-error.js';
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
  return repeated(() => attemptTransaction(dataSource, work, observer), observer);
}

/**
 * Runs one statement that is a whole transaction. It needs one round trip, where `inTransaction`
 * needs three. Retries it like `inTransaction`.
 *
 * @returns the rows, after the commit is durable
 * @throws LetheError `unavailable` if nothing was changed, `outcome_unknown` if the connection
 *   failed while the statement ran; any other error of the statement
 */
export async function inOneStatement<Row extends object>(
  dataSource: DataSource,
  sql: string,
  parameters: readonly unknown[],
  observer?: DatabaseObserver,
): Promise<Row[]> {
  return repeated(async () => {
    const connection = dataSource.createQueryRunner();
    let isSent = false;
    try {
      await connection.connect();
      isSent = true;
      return await dataSource.query<Row[]>(sql, [...parameters], connection);
    } catch (error) {
      noteFailure(error, observer);
      const isUnknown = isSent && !wasRolledBack(error);
      throw toLetheError(error, isUnknown ? 'outcome_unknown' : 'unavailable');
    } finally {
      await connection.release().catch(() => undefined);
    }
  }, observer);
}

async function repeated<T>(run: () => Promise<T>, observer?: DatabaseObserver): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
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
