import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, dataOf } from './client.js';
import { useMay } from './session.js';

/** Of a workspace with more, the rest is called by its ids. */
const MOST_PAGES = 10;

async function all<Page extends { paging: { next?: string } }>(
  get: (page: number) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const got = await get(page);
    pages.push(got);
    if (got.paging.next === undefined) break;
  }
  return pages;
}

export const allDestinationsQuery = queryOptions({
  queryKey: ['destinations', 'all'],
  queryFn: async ({ signal }) =>
    (
      await all((page) =>
        dataOf(api.GET('/v2/destinations', { params: { query: { page } }, signal })),
      )
    ).flatMap(({ destinations }) => destinations),
  staleTime: 60_000,
});

export const allSourcesQuery = queryOptions({
  queryKey: ['sources', 'all'],
  queryFn: async ({ signal }) =>
    (
      await all((page) => dataOf(api.GET('/v2/sources', { params: { query: { page } }, signal })))
    ).flatMap(({ sources }) => sources),
  staleTime: 60_000,
});

/** What a destination is called; its id, where the token may not know, or it is not there any more. */
export function useDestinationName(): (id: string) => string {
  const may = useMay();
  const { data } = useQuery({ ...allDestinationsQuery, enabled: may('catalog:read') });
  return useCallback((id) => data?.find((one) => one.id === id)?.name ?? id, [data]);
}

export function useSourceName(): (id: string) => string {
  const may = useMay();
  const { data } = useQuery({ ...allSourcesQuery, enabled: may('catalog:read') });
  return useCallback((id) => data?.find((one) => one.id === id)?.name ?? id, [data]);
}
