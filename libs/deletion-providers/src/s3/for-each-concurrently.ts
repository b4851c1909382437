/**
 * Calls `act` for each item, with up to `atOnce` concurrent calls, until a call returns false.
 *
 * @throws the first error of `act`, after all running calls have ended
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<boolean>,
): Promise<void> {
  const remaining = items[Symbol.iterator]();
  let isOver = false;
  const work = async () => {
    for (const item of remaining) {
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
