import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { nextPage } from '../../api/pages.js';

export type Library = Schemas['ModuleDto'];

export const librariesQuery = infiniteQueryOptions({
  queryKey: ['libraries', 'list'],
  queryFn: ({ pageParam, signal }) =>
    dataOf(api.GET('/transformation-libraries', { params: { query: pageParam }, signal })),
  initialPageParam: {},
  getNextPageParam: ({ paging }) => nextPage(paging.next),
});

export const libraryQuery = (id: string) =>
  queryOptions({
    queryKey: ['libraries', 'one', id],
    queryFn: async ({ signal }) => {
      const { data, response } = await api.GET('/transformation-libraries/{id}', {
        params: { path: { id } },
        signal,
      });
      if (data === undefined) throw new TypeError('the answer has no body');
      return { ...data.library, etag: response.headers.get('etag') ?? undefined };
    },
  });
