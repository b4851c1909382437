import { TransformError } from './transform-error.js';

/** Maximum size of all requests of one event. An event itself has at most 1 MiB. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum requests of one event. Only an integration with an endless loop makes more. */
const MOST_REQUESTS = 50;
/** Minimum size of a value, because even an empty value needs memory. */
const LEAST_BYTES = 8;

/** Limits the output of one event, because 20 KB of input can become many GB. */
export class OutputBudget {
  private bytes = MAX_BYTES;
  private requests = MOST_REQUESTS;

  /**
   * Subtracts the approximate size of a value as JSON from the budget.
   *
   * @throws TransformError as soon as the budget is used up
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

  /** @throws TransformError when the budget is used up */
  spendBytes(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) {
      throw new TransformError(
        `The requests of this event would be larger than ${MAX_BYTES / 1024 / 1024} MiB`,
      );
    }
  }

  /** Counts one more request. @throws TransformError when the budget is used up */
  spendRequest(bytes: number): void {
    this.requests -= 1;
    if (this.requests < 0) {
      throw new TransformError(`The event would make more than ${MOST_REQUESTS} requests`);
    }
    this.spendBytes(bytes);
  }
}
