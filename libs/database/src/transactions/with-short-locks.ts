import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

const LOCK_NOT_AVAILABLE = '55P03';
/** Short, because all other statements queue behind the lock that ALTER waits for. */
const LOCK_WAIT_MS = 200;
const RETRY_MS = 1_000;

/**
 * Alters a table in a transaction of its own. An ALTER that waits for a backup would stop all writes meanwhile: it
 * gives up, and tries again until it gets its lock. For migrations outside of a transaction.
 *
 * @param statements lock one table that is in use, and no second one: whoever uses both might wait for the first
 *   while this waits for the second
 */
export async function withShortLocks(
  runner: QueryRunner,
  statements: readonly string[],
): Promise<void> {
  while (!(await run(runner, statements))) await sleep(RETRY_MS);
}

/** @returns false when another transaction has locked the table */
async function run(runner: QueryRunner, statements: readonly string[]): Promise<boolean> {
  await runner.startTransaction();
  try {
    await runner.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    for (const statement of statements) await runner.query(statement);
    await runner.commitTransaction();
    return true;
  } catch (error) {
    await runner.rollbackTransaction();
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
