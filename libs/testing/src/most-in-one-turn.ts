import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * How much of a work is done at most between two turns of the event loop, by a count of what it does: no matter how long that takes.
 *
 * @param count what has been done so far
 * @param work is begun and waited for
 */
export async function mostInOneTurn(
  count: () => number,
  work: () => Promise<unknown>,
): Promise<number> {
  let most = 0;
  let before = count();
  const look = (): void => {
    most = Math.max(most, count() - before);
    before = count();
  };
  const done = new AbortController();
  const working = work().finally(() => {
    done.abort();
  });
  look();
  const watching = (async () => {
    while (!done.signal.aborted) {
      await nextTurn();
      look();
    }
  })();
  await working;
  await watching;
  look();
  return most;
}
