import type { DatabaseConnection, RunQuery } from '@lethe/database';
import type { EntityManager } from 'typeorm';

/**
 * Repeats a batch until one is not full. Each is a transaction of its own: what it locks is little, and soon free.
 *
 * @param size from how many on a batch is full
 * @param batch does one, and says how many rows it had
 * @param signal ends it between two batches
 * @returns how many rows all had
 */
export async function inBatches(
  size: number,
  batch: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let all = 0;
  for (let done = size; done >= size && signal?.aborted !== true; all += done) {
    done = await batch();
  }
  return all;
}

/** @param sql says how many rows it had, in its column `done` */
export async function doneBy(
  query: RunQuery,
  sql: string,
  parameters?: readonly unknown[],
): Promise<number> {
  const [row] = await query<{ done: number }>(sql, parameters);
  return row?.done ?? 0;
}

/** A batch in a transaction of which there is one at a time in all of the service: where another one runs, it has no rows. */
export function oneAtATime(
  database: DatabaseConnection,
  lock: number,
  batch: (manager: EntityManager) => Promise<number>,
): Promise<number> {
  return database.transaction(async (manager) => {
    const [turn] = await manager.query<{ is_mine: boolean }[]>(
      'select pg_try_advisory_xact_lock($1) as is_mine',
      [lock],
    );
    return turn?.is_mine === true ? batch(manager) : 0;
  });
}
