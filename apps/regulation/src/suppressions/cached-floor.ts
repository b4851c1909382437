import { NO_FLOOR, type TransactionFloor } from './transaction-floor.js';

const FORGET_MS = 10 * 60_000;

/**
 * A transaction floor in memory. It is forgotten every ten minutes: rows that an operator copies or
 * replicates into the table without a number carry the id of an older transaction, and would never
 * be found below the floor.
 */
export class CachedFloor {
  private floor = NO_FLOOR;
  /** When all changes were looked at last. */
  private begunAt = performance.now();

  /** The floor to look from; `NO_FLOOR` when everything must be looked at again. */
  get(): TransactionFloor {
    if (performance.now() - this.begunAt > FORGET_MS) {
      this.floor = NO_FLOOR;
      this.begunAt = performance.now();
    }
    return this.floor;
  }

  raise(floor: TransactionFloor): void {
    this.floor = floor;
  }
}
