import type { DatabaseConnection, RunQuery } from '@lethe/database';
import type { EntityManager } from 'typeorm';

/**
 * Repeats a batch until a batch has fewer rows than `size`. Each batch is a transaction, so it
 * locks only few rows for a short time.
 *
 * @param size rows of a full batch
 * @param batch processes a batch, and returns the number of its rows
 * @param signal after it aborts, no further batch begins
 * @returns number of rows of all batches
 */
export async function inBatches(
  size: number,
  batch: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let done = size; done >= size && signal?.aborted !== true; total += done) {
    done = await batch();
  }
  return total;
}

/** @param sql statement that returns the number of processed rows in the column `done` */
export async function doneBy(
  query: RunQuery,
  sql: string,
  parameters?: readonly unknown[],
): Promise<number> {
  const [row] = await query<{ done: number }>(sql, parameters);
  return row?.done ?? 0;
}

/** Runs a batch under an advisory lock. Returns 0 if another instance holds the lock. */
export function underAdvisoryLock(
  database: DatabaseConnection,
  lock: number,
  batch: (manager: EntityManager) => Promise<number>,
): Promise<number> {
  return database.transaction(async (manager) => {
    const [lockRow] = await manager.query<{ is_mine: boolean }[]>(
      'select pg_try_advisory_xact_lock($1) as is_mine',
      [lock],
    );
    return lockRow?.is_mine === true ? batch(manager) : 0;
  });
}
