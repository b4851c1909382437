import { LeaseEndedError } from '@lethe/destinations';
import type { Client } from 'pg';
import type { CarriedCounts } from '../shared/carried-counts.js';
import { DeletionProblem, failed, misconfigured } from '../shared/deletion-problem.js';
import type { DoubtfulRows } from './doubtful-rows.js';
import type { FoundTable } from './find-table.js';
import { rowProblem, splitting } from './row-problem.js';
import { transactionStart, type PostgresLimits } from './transaction-settings.js';

const TRANSACTION_IDS = 1_000;
/**
 * Maximum number of deletes for the same users in one table. A delete is repeated if another client
 * writes new rows of the users.
 */
const MOST_ROUNDS = 3;

/**
 * Deletes rows in transactions of up to 1,000 ids. Each transaction goes through all tables in the
 * configured sequence, so that a user is deleted from all tables or from none.
 *
 * @param beforeCall awaited before each delete
 * @param counts deleted rows of each table, in the sequence of `tables`; updated after each commit
 * @throws DeletionProblem if the server refuses a statement; network errors. Transactions that were
 *   committed before the error stay committed
 */
export async function deleteRows(
  client: Client,
  tables: readonly FoundTable[],
  userIds: readonly string[],
  { beforeCall, counts, doubtful, limits, isAlone }: DeleteRowsOptions,
): Promise<void> {
  const start = await transactionStart(client, limits);
  for (let from = 0; from < userIds.length; from += TRANSACTION_IDS) {
    const batch = userIds.slice(from, from + TRANSACTION_IDS);
    const deleted: number[] = [];
    try {
      await client.query(start);
      for (const table of tables) {
        // The deletes in all tables together can take longer than the lease. So `beforeCall` checks
        // the lease before each delete.
        deleted.push(await deleteFrom(client, table, batch, beforeCall));
      }
      // The server checks deferred constraints at the commit.
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw failed('PostgreSQL did not commit the transaction.');
    } catch (error) {
      if (error instanceof LeaseEndedError) throw error;
      if (error instanceof DeletionProblem) throw isAlone ? error : splitting(error);
      const refused = tables.slice(0, deleted.length + 1);
      throw await rowProblem(client, error, {
        ...{ start, tables: refused, userIds: batch, isAlone, beforeCall },
      });
    }
    counts.add(deleted);
  }
  // Rows in doubt are counted last, when all rows that clearly belong to the users are deleted.
  for (const table of tables) {
    for (let from = 0; from < userIds.length; from += TRANSACTION_IDS) {
      const candidates = doubtful.candidatesFor(table, userIds.slice(from, from + TRANSACTION_IDS));
      if (candidates.length === 0) continue;
      await beforeCall();
      await client.query(start);
      await doubtful.count(client, table, candidates);
      await client.query('commit');
    }
  }
}

export interface DeleteRowsOptions {
  readonly beforeCall: () => Promise<void>;
  readonly counts: CarriedCounts;
  /** Counts the rows in doubt, which are kept. */
  readonly doubtful: DoubtfulRows;
  readonly limits: PostgresLimits;
  /** Whether the deletion has only one user, and therefore cannot be split. */
  readonly isAlone: boolean;
}

/**
 * Deletes the rows of the users, and then checks whether rows of the users still exist. A trigger
 * or a rule can prevent a delete without an error. If another client has written new rows of the
 * users, the delete is repeated.
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
  let deleted = 0;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    await beforeCall();
    const gone = await client.query(`delete from ${sqlTable} where ${condition}`, [ids]);
    deleted += gone.rowCount ?? 0;
    const left = await client.query(`select from ${sqlTable} where ${condition} limit 1`, [ids]);
    if (left.rowCount === 0) return deleted;
    // Rows that remain after the first delete can be new. If the next delete removes no row, a
    // trigger, a rule or a policy keeps the rows.
    if (round > 1 && gone.rowCount === 0) {
      throw misconfigured(
        `Rows of the users are still in ${name} after the delete: a trigger, a rule or a policy keeps them. Change it, then retry.`,
      );
    }
  }
  throw failed(
    `New rows of the users are written to ${name} during the deletion. Stop these writes.`,
  );
}
