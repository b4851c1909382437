import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';

/** How much there is of the catalog: the first page of each list says it. */
export const catalogSizesQuery = queryOptions({
  queryKey: ['catalog-sizes'],
  queryFn: async ({ signal }) => {
    const [sources, destinations, dataPlanes] = await Promise.all([
      dataOf(api.GET('/v2/sources', { signal })),
      dataOf(api.GET('/v2/destinations', { signal })),
      dataOf(api.GET('/v2/data-planes', { params: { query: { state: 'active' } }, signal })),
    ]);
    return {
      sources: sources.paging.total,
      destinations: destinations.paging.total,
      dataPlanes: dataPlanes.paging.total,
    };
  },
});

export type CatalogSizes = Awaited<ReturnType<NonNullable<typeof catalogSizesQuery.queryFn>>>;
