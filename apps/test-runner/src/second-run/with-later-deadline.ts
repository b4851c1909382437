/** How long after the deadline the second run may take: the caller still waits for 5 s. */
export const GRACE_MS = 2_000;

/**
 * Does work with a signal that is aborted some time after the given one: for what is left to do once the
 * given deadline is over. Where that is over already, the work gets the aborted signal itself.
 *
 * @param graceMs milliseconds from the end of the given signal to that of the work's
 * @param work gets the later signal
 * @returns what the work returns
 * @throws what the work throws
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
