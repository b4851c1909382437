import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client.js';
import { readRateLimits } from './rate-limits.js';

export interface Health {
  /** Whether the gateway's process answers at all. */
  readonly isAlive: boolean;
  readonly readiness: Schemas['ReadinessDto'];
}

/** A gateway that is not ready says so with a 503, which is an answer here and no failure. */
export const healthQuery = queryOptions({
  queryKey: ['system', 'health'],
  queryFn: async ({ signal }): Promise<Health> => {
    const [alive, ready] = await Promise.all([
      fetch('/livez', { signal, cache: 'no-store' }),
      fetch('/readyz', { signal, cache: 'no-store' }),
    ]);
    return {
      isAlive: alive.ok,
      readiness: (await ready.json()) as Schemas['ReadinessDto'],
    };
  },
  refetchInterval: 10_000,
});

export const rateLimitsQuery = queryOptions({
  queryKey: ['system', 'rate-limits'],
  queryFn: async ({ signal }) => {
    const { response } = await api.GET('/v2/me', { signal });
    return readRateLimits(response.headers.get('ratelimit-policy'));
  },
  staleTime: 60_000,
});
