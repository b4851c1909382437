import { TransformError } from './transform-error.js';

/** What the requests of one event may have together: an event has 1 MiB at most. */
const MAX_BYTES = 4 * 1024 * 1024;
/** No integration needs as many for one event; one that loops would. */
const MOST_REQUESTS = 50;
/** What a value costs in memory, however short its text. */
const LEAST_BYTES = 8;

/** Bounds what becomes of one event: an event of 20 KB can be written as one of many GB. */
export class OutputBudget {
  private bytes = MAX_BYTES;
  private requests = MOST_REQUESTS;

  /**
   * Counts a value about as it is as JSON, and stops as soon as it is too large.
   *
   * @throws TransformError
   */
  spend(value: unknown): void {
    this.spendBytes(LEAST_BYTES);
    if (typeof value === 'string') this.spendBytes(value.length);
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      if (!Array.isArray(value)) this.spendBytes(name.length);
      this.spend((value as Readonly<Record<string, unknown>>)[name]);
    }
  }

  /** @throws TransformError */
  spendBytes(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) {
      throw new TransformError(
        `The requests of this event would be larger than ${MAX_BYTES / 1024 / 1024} MiB`,
      );
    }
  }

  /** Takes one more request. @throws TransformError */
  spendRequest(bytes: number): void {
    this.requests -= 1;
    if (this.requests < 0) {
      throw new TransformError(`The event would make more than ${MOST_REQUESTS} requests`);
    }
    this.spendBytes(bytes);
  }
}
