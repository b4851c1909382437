import { DATABASE_IDENTITY } from '../database/schema-name.js';

/**
 * The transaction from which on changes may wait for a number: all changes of older transactions
 * have got theirs. Looking from there on spares walking over dead index entries, which cannot be
 * vacuumed as long as an old snapshot is held (by a backup, for instance).
 *
 * It is not guessed: `changed_in` of a row is the transaction that took its number away. In one
 * snapshot all transactions before the oldest one that runs have ended, and the rows that they left
 * without a number are visible. So the floor is the oldest running transaction, or the oldest
 * visible row without a number. A number is later taken away only by a transaction that ran then or
 * began afterwards, however late it commits: above the floor.
 */
export interface TransactionFloor {
  /**
   * Database that the floor holds for (`DATABASE_IDENTITY`). A failover or a restore loses
   * transactions, whose ids are given out again, and perhaps numbers.
   */
  readonly database: string;
  /** Full transaction id (`xid8`). */
  readonly transaction: string;
}

/** The floor below all transactions: everything is looked at. */
export const NO_FLOOR: TransactionFloor = { database: '', transaction: '0' };

/** SQL: the oldest transaction that runs. */
export const OLDEST_RUNNING = `pg_snapshot_xmin(pg_current_snapshot())`;

/** SQL: the floor if the statement runs on its database, otherwise `NO_FLOOR`'s transaction. */
export function floorSql(database: string, transaction: string): string {
  return `(case when ${DATABASE_IDENTITY} = ${database}::text then ${transaction}::text::xid8 else '0'::xid8 end)`;
}
