import pRetry from 'p-retry';

export interface RetryOptions {
  /**
   * Ends the retries, and ends a pause at once. `retryUntilDone` still waits for an attempt in
   * progress.
   */
  readonly signal?: AbortSignal;
  /** Milliseconds between the end of an attempt and the start of the next attempt. */
  readonly pauseMs: number;
  /**
   * Returns false for a permanent error, which is then thrown at once. Default: every error is
   * retried.
   */
  readonly isWorthRetrying?: (error: unknown) => boolean;
  /**
   * Called for each failure that will be retried, before the pause.
   *
   * @param attempt number of the failed attempt, from 1
   */
  readonly onFailure?: (error: unknown, attempt: number) => void;
}

/**
 * Repeats work until it succeeds. The pause after each failure is fixed, and the number of attempts
 * is not limited. Use it for dependencies that are unavailable for an unknown time.
 *
 * @param work gets the number of the attempt, from 1
 * @returns result of the work; undefined if the signal aborted before an attempt succeeded
 * @throws the first error that is not worth retrying
 */
export async function retryUntilDone<T>(
  work: (attempt: number) => Promise<T>,
  { signal, pauseMs, isWorthRetrying = () => true, onFailure }: RetryOptions,
): Promise<T | undefined> {
  let success: { readonly value: T } | undefined;
  try {
    await pRetry(
      async (attempt) => {
        try {
          success = { value: await work(attempt) };
        } catch (error) {
          throw new FailedAttempt(error);
        }
      },
      {
        retries: Infinity,
        factor: 1,
        minTimeout: pauseMs,
        signal,
        shouldRetry: ({ error, attemptNumber }) => {
          // p-retry also reports the signal's reason as a failure. This reason is not a
          // FailedAttempt.
          if (!(error instanceof FailedAttempt) || !isWorthRetrying(error.reason)) return false;
          onFailure?.(error.reason, attemptNumber);
          return true;
        },
      },
    );
  } catch (error) {
    if (error instanceof FailedAttempt) throw error.reason;
    if (signal?.aborted !== true) throw error; // `isWorthRetrying` or `onFailure` failed
  }
  return success?.value; // even if the signal aborted during the attempt
}

/**
 * Wraps each error, because p-retry never retries a TypeError, and replaces a thrown value that is
 * not an Error.
 */
class FailedAttempt extends Error {
  constructor(readonly reason: unknown) {
    super('An attempt failed.');
  }
}
