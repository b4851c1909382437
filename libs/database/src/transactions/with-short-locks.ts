import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

const LOCK_NOT_AVAILABLE = '55P03';
/**
 * Milliseconds that an ALTER waits for its lock. The time is short, because all other statements on
 * the table wait behind the ALTER.
 */
const LOCK_WAIT_MS = 200;
const RETRY_MS = 1_000;

/**
 * Alters a table in a separate transaction. An ALTER that waits for a backup would block all
 * writes. So the ALTER stops waiting after `LOCK_WAIT_MS`, and is retried until it gets its lock.
 * Call this only in migrations that run outside of a transaction.
 *
 * @param statements statements that lock only one table in use. If they locked two, they could
 *   deadlock with a transaction that uses both tables
 */
export async function withShortLocks(
  runner: QueryRunner,
  statements: readonly string[],
): Promise<void> {
  while (!(await run(runner, statements))) await sleep(RETRY_MS);
}

/** @returns false if another transaction has locked the table */
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
