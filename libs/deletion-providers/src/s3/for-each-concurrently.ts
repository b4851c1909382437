/**
 * Calls `act` for each item, some at a time, until one says that there is no need to go on.
 *
 * @param act returns whether to go on
 * @throws the first error of `act`, after the calls that are under way have ended
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<boolean>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let isOver = false;
  const work = async () => {
    for (const item of left) {
      if (isOver) return;
      try {
        if (!(await act(item))) isOver = true;
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason as Error;
}
