import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/**
 * Maximum number of retries of a failed read. After the last retry, the page shows the error. If
 * the gateway is unreachable, the banner reports this during the retries.
 */
const MOST_RETRIES = 3;
const LONGEST_WAIT_MS = 8_000;

/** @param onUnauthorized called when a response has status 401 */
export function createQueryClient(onUnauthorized: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onUnauthorized();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 60_000,
        // Sends requests even if the browser is offline, because the gateway can run on the same
        // computer.
        networkMode: 'always',
        retry: (failures, error) => isWorthARetry(error) && failures < MOST_RETRIES,
        retryDelay: backoff,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isWorthARetry(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** @param attempt number of the retry, from 0 @returns milliseconds to wait */
export function backoff(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, 500 * 2 ** attempt) * (0.75 + Math.random() / 2);
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * True if events must not refetch the query, for example because the gateway records each
       * request.
       */
      readonly isManual?: true;
    };
  }
}
