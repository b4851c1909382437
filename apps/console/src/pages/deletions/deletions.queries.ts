import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { parameterOf } from '../../lib/search.js';
import { endOfDay, startOfDay } from '../../lib/utc-days.js';
import type { DeletionsSearch } from './deletions.search.js';

export type Job = Schemas['DeletionJobDto'];
export type Queue = Schemas['DestinationDeletionsDto'];

export const queuesQuery = queryOptions({
  queryKey: ['deletions', 'queues'],
  queryFn: ({ signal }) => dataOf(api.GET('/v2/deletion-jobs/summary', { signal })),
});

export function toQuery({ destination, status, overdue, held, from, until }: DeletionsSearch) {
  return {
    limit: 100,
    ...(destination !== undefined && { destination_id: destination }),
    ...(status !== undefined && { status }),
    ...(overdue !== undefined && { overdue }),
    ...(held !== undefined && { held }),
    ...(from !== undefined && { created_after: startOfDay(from) }),
    ...(until !== undefined && { created_before: endOfDay(until) }),
  };
}

export const jobsQuery = (search: DeletionsSearch) =>
  infiniteQueryOptions({
    queryKey: ['deletions', 'jobs', search],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === undefined ? {} : { after_cursor: pageParam };
      const query = { ...toQuery(search), ...after };
      return dataOf(api.GET('/v2/deletion-jobs', { params: { query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => parameterOf(paging.next, 'after_cursor'),
  });
