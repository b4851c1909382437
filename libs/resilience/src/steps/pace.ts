import { setImmediate as nextTurn } from 'node:timers/promises';

/** The turn of the event loop that the last step has asked for. */
let last: Promise<void> = Promise.resolve();

/** Of large works that run at once, one does one step in each turn: the more there are, the slower each is, and what is small waits for one step. */
export async function turnOfItsOwn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}

/** Says when a large work has to let the thread do what others have asked for. It counts work, not time. */
export class Pace {
  private done = 0;

  /**
   * @param most of one step, in whatever the work counts
   * @param pause lets others have the thread
   */
  constructor(
    private readonly most: number,
    private readonly pause: () => Promise<void> = turnOfItsOwn,
  ) {}

  /**
   * To be awaited after each part of the work.
   *
   * @param size of the part
   * @returns undefined while the step goes on
   */
  did(size = 1): Promise<void> | undefined {
    this.done += size;
    if (this.done < this.most) return undefined;
    this.done = 0;
    return this.pause();
  }
}

/** Elements, such as users, that are worked on at once: a user may have two dozen identifiers. */
export const ELEMENTS_OF_A_STEP = 250;

/** Calls a function with each element, in steps. */
export async function eachInSteps<T>(
  list: readonly T[],
  work: (element: T, index: number) => void,
  pace = new Pace(ELEMENTS_OF_A_STEP),
): Promise<void> {
  for (const [index, element] of list.entries()) {
    work(element, index);
    const pause = pace.did();
    if (pause !== undefined) await pause;
  }
}

/** `Array.prototype.map` in steps. */
export async function mapInSteps<T, R>(
  list: readonly T[],
  map: (element: T, index: number) => R,
  pace?: Pace,
): Promise<R[]> {
  const mapped: R[] = [];
  await eachInSteps(list, (element, index) => mapped.push(map(element, index)), pace);
  return mapped;
}
