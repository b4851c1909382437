import { NO_FLOOR, type TransactionFloor } from './transaction-floor.js';

const RESET_MS = 10 * 60_000;

/**
 * Keeps a transaction floor in memory. The floor is dropped every ten minutes, because an operator
 * can copy or replicate rows without a number into the table. Such rows have the id of an older
 * transaction, so a read from the floor would never find them.
 */
export class CachedFloor {
  private floor = NO_FLOOR;
  /** Time of the last reset, on the clock of `performance.now()`. */
  private resetAt = performance.now();

  /** Returns the floor to read from. It is `NO_FLOOR` if all changes must be read again. */
  get(): TransactionFloor {
    if (performance.now() - this.resetAt > RESET_MS) {
      this.floor = NO_FLOOR;
      this.resetAt = performance.now();
    }
    return this.floor;
  }

  raise(floor: TransactionFloor): void {
    this.floor = floor;
  }
}
