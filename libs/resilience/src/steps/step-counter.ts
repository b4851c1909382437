import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves in the turn of the event loop that the last step has reserved. */
let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other large task uses. With N large tasks, each task
 * runs at 1/N of its speed, and small tasks wait for one step only.
 */
export async function waitForOwnTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}

/** Decides when a large task must yield the thread. It counts work, not time. */
export class StepCounter {
  private done = 0;

  /**
   * @param most maximum work of one step, in the unit of `did`
   * @param pause yields the thread
   */
  constructor(
    private readonly most: number,
    private readonly pause: () => Promise<void> = waitForOwnTurn,
  ) {}

  /**
   * Records finished work. Await the result after each part of the work.
   *
   * @param size size of the part
   * @returns undefined while the step continues
   */
  did(size = 1): Promise<void> | undefined {
    this.done += size;
    if (this.done < this.most) return undefined;
    this.done = 0;
    return this.pause();
  }
}

/** Number of elements, such as users, in one step. A user can have two dozen identifiers. */
export const ELEMENTS_OF_A_STEP = 250;

/** Calls a function with each element, and yields the thread between steps. */
export async function eachInSteps<T>(
  list: readonly T[],
  work: (element: T, index: number) => void,
  pace = new StepCounter(ELEMENTS_OF_A_STEP),
): Promise<void> {
  for (const [index, element] of list.entries()) {
    work(element, index);
    const pause = pace.did();
    if (pause !== undefined) await pause;
  }
}

/** Does the same as `Array.prototype.map`, in steps. */
export async function mapInSteps<T, R>(
  list: readonly T[],
  map: (element: T, index: number) => R,
  pace?: StepCounter,
): Promise<R[]> {
  const mapped: R[] = [];
  await eachInSteps(list, (element, index) => mapped.push(map(element, index)), pace);
  return mapped;
}
