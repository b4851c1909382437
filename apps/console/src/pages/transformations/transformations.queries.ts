import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { nextPage } from '../../api/pages.js';

export type Transformation = Schemas['TransformationDto'];
export type Destination = Schemas['DestinationDto'];

export const transformationsQuery = infiniteQueryOptions({
  queryKey: ['transformations', 'list'],
  queryFn: ({ pageParam, signal }) =>
    dataOf(api.GET('/transformations', { params: { query: pageParam }, signal })),
  initialPageParam: {},
  getNextPageParam: ({ paging }) => nextPage(paging.next),
});

/** With the version of it that a change has to name. */
export const transformationQuery = (id: string) =>
  queryOptions({
    queryKey: ['transformations', 'one', id],
    queryFn: async ({ signal }) => {
      const { data, response } = await api.GET('/transformations/{id}', {
        params: { path: { id } },
        signal,
      });
      if (data === undefined) throw new TypeError('the answer has no body');
      return { ...data.transformation, etag: response.headers.get('etag') ?? undefined };
    },
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['transformations', 'versions', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/transformations/{id}/versions', { params: { path: { id } }, signal })),
  });

/** A version never changes. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['transformation-version', id, number],
    queryFn: async ({ signal }) =>
      (
        await dataOf(
          api.GET('/transformations/{id}/versions/{number}', {
            params: { path: { id, number } },
            signal,
          }),
        )
      ).version,
    staleTime: Infinity,
  });

/** The destinations that have it. */
export function connectedTo(
  destinations: readonly Destination[] | undefined,
  transformationId: string,
): readonly Destination[] {
  return (destinations ?? []).filter(
    ({ transformation }) => transformation?.id === transformationId,
  );
}
