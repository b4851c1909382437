import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  destinationsQuery,
  sourcesQuery,
  type Destination,
  type Listed,
  type Source,
} from './catalog.queries.js';
import { useMay } from './session.js';

const rowsOf = <Row>({ rows }: Listed<Row>): readonly Row[] => rows;

/** What the pages of the catalog list, as rows: one key has one shape, whichever page asked first. */
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
