import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { changesOf } from './changes.js';
import { api, dataOf, versioned, type Schemas, type Versioned } from './client.js';
import { allOf, type Listed } from './pages.js';
import { keepSaved, ofRead, recordQuery, removeShown } from './records.js';
import { useMay } from './session.js';

export type Source = Schemas['SourceDto'];
export type Destination = Schemas['DestinationDto'];
export type Connection = Schemas['ConnectionDto'];

/**
 * Maximum number of pages that a list loads. A page has 100 rows. To read a longer list, use the
 * API.
 */
const MOST_PAGES = 20;

export const sourcesQuery = queryOptions({
  queryKey: ['sources', 'all'],
  queryFn: ({ signal }) => allOf(MOST_PAGES, signal, '/v2/sources', 'sources'),
});

export const destinationsQuery = queryOptions({
  queryKey: ['destinations', 'all'],
  queryFn: ({ signal }) => allOf(MOST_PAGES, signal, '/v2/destinations', 'destinations'),
});

export const connectionsQuery = queryOptions({
  queryKey: ['connections', 'all'],
  queryFn: ({ signal }) => allOf(MOST_PAGES, signal, '/v2/connections', 'connections'),
});

export const sourceQuery = (id: string) =>
  recordQuery(['sources', 'one', id], '/v2/sources/{id}', 'source', { path: { id } });

export const destinationQuery = (id: string) =>
  recordQuery(['destinations', 'one', id], '/v2/destinations/{id}', 'destination', {
    path: { id },
  });

/** Returns an id for a new record, such as `src_…`. */
export function newId(prefix: 'src' | 'dst'): string {
  return `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;
}

export const useSources = changesOf(['sources', 'connections'], (queries) => ({
  create: (body: Schemas['SourceInputDto']) => dataOf(api.POST('/v2/sources', { body })),
  change: (id: string, etag: string | undefined, body: Schemas['SourcePatchDto']) =>
    api.PATCH('/v2/sources/{id}', { params: ofRead(id, etag), body }),
  remove: (id: string, etag: string | undefined, leave: () => Promise<void>) => {
    const removing = api.DELETE('/v2/sources/{id}', { params: ofRead(id, etag) });
    return removeShown({ queries, query: sourceQuery(id) }, removing, leave);
  },
}));

export const useDestinations = changesOf(['destinations', 'connections'], (queries) => ({
  create: (body: Schemas['DestinationInputDto']) => dataOf(api.POST('/v2/destinations', { body })),
  change: (
    id: string,
    etag: string | undefined,
    body: Schemas['DestinationPatchDto'],
    onSaved?: (now: Versioned<Destination>) => void,
  ) => {
    const saving = api.PATCH('/v2/destinations/{id}', { params: ofRead(id, etag), body });
    const query = destinationQuery(id);
    return keepSaved({ queries, query }, versioned(saving, 'destination'), onSaved);
  },
  /**
   * @param transformationId id of the transformation; null disconnects the current transformation
   */
  transformBy: async (id: string, transformationId: string | null) => {
    const path = '/v2/destinations/{id}/transformation';
    const params = { path: { id } };
    if (transformationId === null) await api.DELETE(path, { params });
    else await api.PUT(path, { params, body: { id: transformationId } });
  },
  remove: (id: string, etag: string | undefined, leave: () => Promise<void>) => {
    const removing = api.DELETE('/v2/destinations/{id}', { params: ofRead(id, etag) });
    return removeShown({ queries, query: destinationQuery(id) }, removing, leave);
  },
}));

export const useConnections = changesOf(['connections'], () => ({
  connect: (sourceId: string, destinationId: string) =>
    api.POST('/v2/connections', { body: { sourceId, destinationId, enabled: true } }),
  switch: (id: string, enabled: boolean) =>
    api.PATCH('/v2/connections/{id}', { params: { path: { id } }, body: { enabled } }),
  disconnect: (id: string) => api.DELETE('/v2/connections/{id}', { params: { path: { id } } }),
}));

const rowsOf = <Row>({ rows }: Listed<Row>): readonly Row[] => rows;

/**
 * Destinations as rows, without the total. The query shares its key and its cached data with
 * `destinationsQuery`.
 */
export const allDestinationsQuery = queryOptions({
  ...destinationsQuery,
  select: rowsOf<Destination>,
  staleTime: 60_000,
});

export const allSourcesQuery = queryOptions({
  ...sourcesQuery,
  select: rowsOf<Source>,
  staleTime: 60_000,
});

/** Returns the option of a select for a source or destination. */
export const optionOf = ({
  id,
  name,
  type,
}: Pick<Source | Destination, 'id' | 'name' | 'type'>) => ({
  ...{ value: id, label: name, hint: type },
});

export function runsFor(all: readonly Destination[], transformationId: string): Destination[] {
  return all.filter(({ transformation }) => transformation?.id === transformationId);
}

/**
 * Returns a function that finds the name of a destination by id. The function returns the id if the
 * destination is unknown or the token lacks `catalog:read`.
 */
export function useDestinationName(): (id: string) => string {
  const may = useMay();
  return useNames(useQuery({ ...allDestinationsQuery, enabled: may('catalog:read') }).data);
}

export function useSourceName(): (id: string) => string {
  const may = useMay();
  return useNames(useQuery({ ...allSourcesQuery, enabled: may('catalog:read') }).data);
}

function useNames(all: readonly { readonly id: string; readonly name: string }[] | undefined) {
  return useCallback((id: string) => all?.find((one) => one.id === id)?.name ?? id, [all]);
}
