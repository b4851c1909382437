import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { parameterOf } from '../../lib/search.js';
import { endOfDay, startOfDay } from '../../lib/utc-days.js';
import type { RegulationsSearch } from './regulations.search.js';

/** `limit` and filters as the API calls them; the same for the list and for its curl. */
export function toQuery({ type, status, canceled, overdue, from, until }: RegulationsSearch) {
  return {
    limit: 100,
    ...(type !== undefined && { regulation_type: type }),
    ...(status !== undefined && { status }),
    ...(canceled !== undefined && { canceled }),
    ...(overdue !== undefined && { overdue }),
    ...(from !== undefined && { created_after: startOfDay(from) }),
    ...(until !== undefined && { created_before: endOfDay(until) }),
  };
}

export const regulationsQuery = (search: RegulationsSearch) =>
  infiniteQueryOptions({
    queryKey: ['regulations', 'list', search],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === undefined ? {} : { after_cursor: pageParam };
      const query = { ...toQuery(search), ...after };
      return dataOf(api.GET('/v2/regulations', { params: { query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => parameterOf(paging.next, 'after_cursor'),
  });

export const regulationQuery = (id: string) =>
  queryOptions({
    queryKey: ['regulations', 'one', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v2/regulations/{id}', { params: { path: { id } }, signal })),
  });
