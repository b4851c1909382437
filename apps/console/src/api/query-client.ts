import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** Attempts of a read before its error is shown. The banner says meanwhile that the gateway cannot be reached. */
const MOST_RETRIES = 3;
const LONGEST_WAIT_MS = 8_000;

/** @param onUnauthorized called when an answer says that nobody is signed in */
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
        // Attempts are made whether or not the browser thinks that it is online: gateways run on loopback, too.
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

/** @param attempt from 0 on @returns milliseconds */
export function backoff(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, 500 * 2 ** attempt) * (0.75 + Math.random() / 2);
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Is asked for by people only: what happens elsewhere has it not asked for again, such as what is recorded each time. */
      readonly isStill?: true;
    };
  }
}
