interface RunEachOptions<T> {
  /** Maximum number of parallel runs. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
  readonly onDone: (item: T, error?: unknown) => void;
}

/**
 * Runs a function for each item, at most `atOnce` in parallel. A failure does not stop the runs for
 * other items. After `signal` is aborted, no further run starts. Runs in progress continue, and
 * `onDone` reports them.
 */
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
