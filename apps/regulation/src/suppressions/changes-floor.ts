import { THIS_DATABASE } from '../database/schema-name.js';

/**
 * The transaction from which on changes may wait for a number: all that took a number away in an older one
 * has another by now. Looking from there on spares walking over entries of what got its number and cannot be
 * cleared away, because somebody holds an old snapshot (a backup).
 *
 * It is not guessed: `changed_in` of a row is the transaction that took its number away. In one snapshot all
 * transactions before the oldest one that runs have ended, and what they left without a number is seen. So the
 * floor is the oldest one that runs, or the oldest row that is seen without a number. Whoever takes a number
 * away later is a transaction that ran then or began afterwards, however late it commits: above the floor.
 */
export interface ChangesFloor {
  /**
   * Where it is true (`THIS_DATABASE`). A failover, or a restore, loses transactions whose ids are given out
   * again, and perhaps numbers that were given.
   */
  readonly database: string;
  /** Full transaction id (`xid8`). */
  readonly transaction: string;
}

/** Looks at everything. */
export const NO_FLOOR: ChangesFloor = { database: '', transaction: '0' };

/** SQL: the oldest transaction that runs. */
export const OLDEST_RUNNING = `pg_snapshot_xmin(pg_current_snapshot())`;

/** SQL: the floor where it is true, judged by the statement that uses it. */
export function floorSql(database: string, transaction: string): string {
  return `(case when ${THIS_DATABASE} = ${database}::text then ${transaction}::text::xid8 else '0'::xid8 end)`;
}
