import { DATABASE_IDENTITY } from '../database/schema-name.js';

/**
 * The oldest transaction that can have changes without a number. All changes of older transactions
 * have numbers. A read from the floor skips dead index entries, which no vacuum can remove while an
 * old snapshot exists, for example that of a backup.
 *
 * The floor is exact, because `changed_in` of a row is the transaction that removed the number of
 * the row. In one snapshot, all transactions before the oldest running transaction have ended, and
 * their rows without a number are visible. So the floor is the oldest running transaction, or the
 * transaction of the oldest visible row without a number. Only a transaction that runs now or
 * begins later can remove a number. Its id is not below the floor, however late it commits.
 */
export interface TransactionFloor {
  /**
   * Identity of the database of the floor (`DATABASE_IDENTITY`). After a failover or a restore,
   * transactions and perhaps numbers are lost, and ids of transactions are used again.
   */
  readonly database: string;
  /** Full transaction id (`xid8`). */
  readonly transaction: string;
}

/** A floor below all transactions. A read from this floor reads all changes. */
export const NO_FLOOR: TransactionFloor = { database: '', transaction: '0' };

export const OLDEST_RUNNING = `pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Returns SQL for the transaction of a floor. If the statement runs on another database than that
 * of the floor, the transaction is that of `NO_FLOOR`.
 */
export function floorSql(database: string, transaction: string): string {
  return `(case when ${DATABASE_IDENTITY} = ${database}::text then ${transaction}::text::xid8 else '0'::xid8 end)`;
}
