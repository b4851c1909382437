interface RunEachOptions<T> {
  /** How many are under way at once. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
  readonly onDone: (item: T, error?: unknown) => void;
}

/** Does something for each, a few at a time; that one fails does not stop the others. Ends early when it is stopped: what is under way then is told still. */
export async function runEach<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  { atOnce, signal, onDone }: RunEachOptions<T>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const work = async () => {
    for (const item of left) {
      if (signal.aborted) return;
      try {
        await run(item);
        onDone(item);
      } catch (error) {
        onDone(item, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
