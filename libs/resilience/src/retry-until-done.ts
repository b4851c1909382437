import pRetry from 'p-retry';

export interface RetryOptions {
  /** Ends the trying, at once while it pauses. An attempt under way is waited for. */
  readonly signal?: AbortSignal;
  /** Milliseconds between the end of an attempt and the next one. */
  readonly pauseMs: number;
  /** What no waiting mends answers false, and is thrown at once. Default: everything is worth it. */
  readonly isWorthRetrying?: (error: unknown) => boolean;
  /**
   * Called for every failure that is worth another attempt, before the pause.
   * @param attempt 1 for the first one
   */
  readonly onFailure?: (error: unknown, attempt: number) => void;
}

/**
 * Repeats work, with a fixed pause after each failure, until it succeeds: for what is away at the
 * moment and will come back, however long that takes.
 *
 * @param work gets the number of the attempt, from 1
 * @returns what the work returned; undefined when the signal was aborted before any attempt succeeded
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
          // Otherwise it is the signal's reason, which p-retry reports as one more failure.
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
  return success?.value; // also when the signal came during the attempt that succeeded
}

/** Keeps p-retry from its own rules: it never repeats a TypeError, and replaces what is no Error. */
class FailedAttempt extends Error {
  constructor(readonly reason: unknown) {
    super('An attempt failed.');
  }
}
