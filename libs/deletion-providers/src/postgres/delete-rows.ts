import { LeaseEndedError } from '@lethe/destinations';
import type { Client } from 'pg';
import { DeletionProblem, failed, misconfigured } from '../connections/deletion-problem.js';
import type { FoundTable } from './find-table.js';
import { postgresProblem } from './postgres-problem.js';
import { transactionStart, type PostgresLimits } from './transaction-settings.js';

/** Ids of one transaction. */
const TRANSACTION_IDS = 1_000;
/** Deletes at a table, while somebody writes new rows of the users. */
const MOST_ROUNDS = 3;

/**
 * Deletes rows, up to 1,000 ids a transaction; all tables take part in each, in their order, so that a
 * user is gone from all of them or from none.
 *
 * @param beforeCall awaited before each delete
 * @returns rows deleted from each table, in their order
 * @throws DeletionProblem when the server refuses; errors of the network. Earlier batches are gone by then
 */
export async function deleteRows(
  client: Client,
  tables: readonly FoundTable[],
  userIds: readonly string[],
  beforeCall: () => Promise<void>,
  limits: PostgresLimits,
): Promise<readonly number[]> {
  const counts = tables.map(() => 0);
  const start = await transactionStart(client, limits);
  for (let from = 0; from < userIds.length; from += TRANSACTION_IDS) {
    const batch = userIds.slice(from, from + TRANSACTION_IDS);
    await client.query(start);
    for (const [index, table] of tables.entries()) {
      // A transaction over many tables may outlive the lease, or what a single call may take.
      const deleted = await deleteFrom(client, table, batch, beforeCall);
      counts[index] = (counts[index] ?? 0) + deleted;
    }
    // Constraints that wait for the end of the transaction are checked here.
    await explained(undefined, () => client.query('commit'));
  }
  return counts;
}

/**
 * Deletes, and looks whether rows are left: triggers and rules may turn a delete into something else,
 * without an error. Rows that were written meanwhile are left too, and go with another delete.
 */
async function deleteFrom(
  client: Client,
  { name, sqlTable, sqlColumn, idType }: FoundTable,
  userIds: readonly string[],
  beforeCall: () => Promise<void>,
): Promise<number> {
  const ids = userIds.filter(idType.canHold);
  if (ids.length === 0) return 0;
  const condition = idType.condition(sqlColumn);
  return explained(name, async () => {
    let deleted = 0;
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      await beforeCall();
      const gone = await client.query(`delete from ${sqlTable} where ${condition}`, [ids]);
      deleted += gone.rowCount ?? 0;
      const left = await client.query(`select from ${sqlTable} where ${condition} limit 1`, [ids]);
      if (left.rowCount === 0) return deleted;
      // The first time they may be new. Those that were seen before must go with the next delete.
      if (round > 1 && gone.rowCount === 0) {
        throw misconfigured(
          `Rows are still in ${name} after they were deleted: a trigger, a rule or a policy keeps them.`,
        );
      }
    }
    throw failed(`Rows of the users are written to ${name} while they are deleted.`);
  });
}

async function explained<T>(table: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeletionProblem || error instanceof LeaseEndedError) throw error;
    throw postgresProblem(error, table) ?? error;
  }
}
