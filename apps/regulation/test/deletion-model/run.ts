import type { DeletionService } from '../deletion-service.js';
import type { Wish } from './check-history.js';
import type { SqlInBetween } from './sql-in-between.js';
import type { Work } from './work.js';

export interface ModelParts {
  /** Looks at the database, and lets time pass there. */
  readonly observer: DeletionService;
  /** The service that is asked, as it is or with a flaw. */
  readonly asked: DeletionService;
  /** Before the database of `asked`. */
  readonly between: SqlInBetween;
  readonly destinationIds: readonly string[];
}

/** What is known of one run of the model. */
export class Run {
  readonly work: Work[] = [];
  readonly wishes: Wish[] = [];
  readonly canceled = new Set<string>();
  /** Who was canceled while no worker had them: nobody may call for them any more. By `nameOf`. */
  readonly withdrawn = new Set<string>();
  readonly paused = new Set<string>();
  /** Users whom retries said to have taken. */
  retried = 0;
  readonly problems: string[] = [];
  /** Whether nothing else happens meanwhile, so that it is known what an answer has to be. */
  isAlone = true;

  constructor(readonly parts: ModelParts) {}

  /** What is not reported. */
  open(): Work[] {
    return this.work.filter(({ reported }) => reported === undefined);
  }

  /** What nobody else can have. */
  held(): Work[] {
    return this.open().filter(({ isOver }) => !isOver);
  }

  problem(text: string): void {
    this.problems.push(text);
  }
}

/** @returns the one that a number stands for; undefined when there are none */
export function pick<T>(values: readonly T[], choice: number): T | undefined {
  return values[choice % Math.max(1, values.length)];
}
