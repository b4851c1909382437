import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Returns the maximum work in one turn of the event loop. The work is counted and not timed, so
 * that the result does not depend on the speed of the computer.
 *
 * @param count returns the amount of work that was done until now
 * @param work starts the work, and resolves when the work is done
 */
export async function mostInOneTurn(
  count: () => number,
  work: () => Promise<unknown>,
): Promise<number> {
  let most = 0;
  let before = count();
  const sample = (): void => {
    most = Math.max(most, count() - before);
    before = count();
  };
  const done = new AbortController();
  const working = work().finally(() => {
    done.abort();
  });
  sample();
  const watching = (async () => {
    while (!done.signal.aborted) {
      await nextTurn();
      sample();
    }
  })();
  await working;
  await watching;
  sample();
  return most;
}
