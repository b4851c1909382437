import { LeaseEndedError } from '@lethe/destinations';
import type { Client } from 'pg';
import type { CarriedCounts } from '../shared/carried-counts.js';
import { DeletionProblem, failed, misconfigured } from '../shared/deletion-problem.js';
import type { DoubtfulRows } from './doubtful-rows.js';
import type { FoundTable } from './find-table.js';
import { rowProblem, splitting } from './row-problem.js';
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
 * @param counts of the rows of each table, in their order; gets those of each transaction once it is committed
 * @throws DeletionProblem when the server refuses; errors of the network. Earlier batches are gone by then
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
        // A transaction over many tables may outlive the lease, or what a single call may take.
        deleted.push(await deleteFrom(client, table, batch, beforeCall));
      }
      // Constraints that wait for the end of the transaction are checked here.
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
  // Last: what is certain for any of the users is gone by now.
  for (const table of tables) {
    for (let from = 0; from < userIds.length; from += TRANSACTION_IDS) {
      const asked = doubtful.askable(table, userIds.slice(from, from + TRANSACTION_IDS));
      if (asked.length === 0) continue;
      await beforeCall();
      await client.query(start);
      await doubtful.count(client, table, asked);
      await client.query('commit');
    }
  }
}

export interface DeleteRowsOptions {
  readonly beforeCall: () => Promise<void>;
  readonly counts: CarriedCounts;
  /** Gets the rows that are kept because it is not certain whose they are. */
  readonly doubtful: DoubtfulRows;
  readonly limits: PostgresLimits;
  /** Whether the deletion has one user only, who need not be split off. */
  readonly isAlone: boolean;
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
}
