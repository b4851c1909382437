import type { DeletionService } from '../deletion-service.js';
import type { Wish } from './check-history.js';
import type { SqlInBetween } from './sql-in-between.js';
import type { Work } from './work.js';

export interface ModelParts {
  /** Reads the database, and lets time pass there. */
  readonly observer: DeletionService;
  /** The service under test, unchanged or with a flaw. */
  readonly asked: DeletionService;
  /** Intercepts the statements of `asked`. */
  readonly between: SqlInBetween;
  readonly destinationIds: readonly string[];
}

export class Run {
  readonly work: Work[] = [];
  readonly wishes: Wish[] = [];
  readonly canceled = new Set<string>();
  /**
   * Deletions that were canceled while no worker had leased them, as texts of `nameOf`. No worker
   * is allowed to call the destination for these users.
   */
  readonly withdrawn = new Set<string>();
  readonly paused = new Set<string>();
  retried = 0;
  readonly problems: string[] = [];
  /** Whether only one schedule runs, so that the model knows the correct results. */
  isAlone = true;

  constructor(readonly parts: ModelParts) {}

  open(): Work[] {
    return this.work.filter(({ reported }) => reported === undefined);
  }

  /** Returns jobs whose lease has never expired, so that no other worker has got them. */
  leased(): Work[] {
    return this.open().filter(({ isOver }) => !isOver);
  }

  problem(text: string): void {
    this.problems.push(text);
  }
}

/** Returns the value that a number selects, or undefined if there are no values. */
export function pick<T>(values: readonly T[], choice: number): T | undefined {
  return values[choice % Math.max(1, values.length)];
}
