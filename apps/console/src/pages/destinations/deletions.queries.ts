import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { parameterOf } from '../../lib/search.js';
import { queuesQuery } from '../deletions/deletions.queries.js';
import type { JobStatus } from './destinations.search.js';

export type DestinationDeletions = Schemas['DestinationDeletionsDto'];

/** The queue of each destination that has ever had one, by its id. */
export const queuesByIdQuery = queryOptions({
  ...queuesQuery,
  select: ({ destinations }): Readonly<Partial<Record<string, DestinationDeletions>>> =>
    Object.fromEntries(destinations.map((one) => [one.destinationId, one])),
});

const JOBS = 50;

export function jobsSearch(destinationId: string, status: JobStatus | undefined) {
  return {
    ...{ destination_id: destinationId, limit: JOBS },
    ...(status !== undefined && { status }),
  };
}

export const jobsQuery = (destinationId: string, status: JobStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ['deletions', 'jobs', destinationId, status],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === undefined ? {} : { after_cursor: pageParam };
      const query = { ...jobsSearch(destinationId, status), ...after };
      return dataOf(api.GET('/v2/deletion-jobs', { params: { query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => parameterOf(paging.next, 'after_cursor'),
  });
