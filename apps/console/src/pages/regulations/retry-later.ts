import { ApiError } from '../../api/api-error.js';
import { backoff } from '../../api/query-client.js';

const MOST_ATTEMPTS = 6;

/**
 * Sends a request up to 6 times, as long as the error is temporary. The request must be safe to
 * repeat.
 */
export async function retryLater<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isWorthIt = error instanceof ApiError && error.isRetryable;
      if (!isWorthIt || attempt + 1 >= MOST_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, backoff(attempt)));
    }
  }
}
