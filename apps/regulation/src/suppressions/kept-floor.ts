import { NO_FLOOR, type ChangesFloor } from './changes-floor.js';

const FORGET_MS = 10 * 60_000;

/**
 * A floor in memory. It is forgotten from time to time, as that of `OutboxFloor` is: what somebody brings
 * from elsewhere without a number (rows copied or replicated into the table) has a transaction of another
 * time, and nobody would find it below the floor.
 */
export class KeptFloor {
  private floor = NO_FLOOR;
  /** When everything was looked at last. */
  private begunAt = performance.now();

  /** Where to look from now. */
  get(): ChangesFloor {
    if (performance.now() - this.begunAt > FORGET_MS) {
      this.floor = NO_FLOOR;
      this.begunAt = performance.now();
    }
    return this.floor;
  }

  raise(floor: ChangesFloor): void {
    this.floor = floor;
  }
}
