import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { imports, type ImportState } from '../../api/imports.js';
import { parameterOf } from '../../lib/search.js';

/** There are no events of imports: those that are under way are asked for. */
const POLL_MS = 1_000;

export function isUnderWay(state: ImportState): boolean {
  return state === 'uploading' || state === 'running';
}

export const importsQuery = infiniteQueryOptions({
  queryKey: ['imports', 'list'],
  queryFn: ({ pageParam, signal }) => imports.list(pageParam, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ paging }) => parameterOf(paging.next, 'after_cursor'),
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some((page) => page.data.some(({ state }) => isUnderWay(state)))
      ? 3 * POLL_MS
      : false,
});

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => imports.get(id, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isUnderWay(data.state) ? POLL_MS : false,
  });
