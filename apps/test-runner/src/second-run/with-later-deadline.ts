/** Time that the second run has after the deadline. The caller waits for 5 s after the deadline. */
export const GRACE_MS = 2_000;

/**
 * Runs work with a signal that is aborted later than the given signal. If the given signal is
 * already aborted, the work gets the given signal.
 *
 * @param graceMs milliseconds between the two signals
 * @param work gets the later signal
 * @returns the result of the work
 * @throws the error of the work
 */
export async function withLaterDeadline<T>(
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
