/**
 * Works with a signal that ends a while after the given one: for what is left to do when that has ended.
 * One that has ended already has no while left.
 *
 * @param graceMs counts from the end of the given signal
 */
export async function withGrace<T>(
  signal: AbortSignal,
  graceMs: number,
  work: (later: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) return work(signal);
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onEnd = (): void => {
    timer = setTimeout(() => {
      ending.abort(signal.reason);
    }, graceMs);
  };
  signal.addEventListener('abort', onEnd, { once: true });
  try {
    return await work(ending.signal);
  } finally {
    signal.removeEventListener('abort', onEnd);
    clearTimeout(timer);
  }
}
