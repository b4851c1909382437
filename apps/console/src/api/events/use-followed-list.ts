import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { ServerEvent } from './event-stream.js';
import { useLiveEvent } from './live-context.js';
import { parameterOf } from '../../lib/search.js';

/** Rows that a list loads at most: what is older is found by filters. */
export const MOST_ROWS = 10_000;

interface Identified {
  readonly id: string;
}

interface PageOfList<Row> {
  readonly data: readonly Row[];
  readonly paging: { readonly next?: string };
}

/** What an event says of rows: theirs is now different. */
export interface RowChange<Row> {
  readonly ids: readonly string[];
  readonly change: Partial<Row>;
}

export interface FollowedListOptions<Row> {
  /** Of the list with its filters. Where it changes, so must the key of the component. */
  readonly queryKey: readonly unknown[];
  /** @param after cursor; the newest page without */
  readonly fetchPage: (after: string | undefined, signal: AbortSignal) => Promise<PageOfList<Row>>;
  /** Stable. */
  readonly changeOf: (event: ServerEvent) => RowChange<Row> | undefined;
  /** Whether somebody reads the list: then no row moves, comes or goes. */
  readonly isReading: boolean;
}

/** The page that a list begins with, to be asked for before the list is there. */
export function newestPage<Row>({
  queryKey,
  fetchPage,
}: Pick<FollowedListOptions<Row>, 'queryKey' | 'fetchPage'>) {
  return queryOptions({
    queryKey: [...queryKey, 'newest'],
    queryFn: ({ signal }) => fetchPage(undefined, signal),
  });
}

/**
 * A list whose newest rows come first. It follows what happens while nobody reads it. While somebody does, its rows stay where they are,
 * only what they say is brought up to date, and `newer` says how many others there are by now.
 */
export function useFollowedList<Row extends Identified>(options: FollowedListOptions<Row>) {
  const { queryKey, fetchPage, changeOf, isReading } = options;
  const newest = useQuery(newestPage({ queryKey, fetchPage }));
  const [first, setFirst] = useState(newest.data);
  const [changes, setChanges] = useState<ReadonlyMap<string, Partial<Row>>>(new Map());
  if (first !== newest.data && (!isReading || first === undefined)) {
    setFirst(newest.data);
    setChanges(new Map());
  }

  const after = cursorAfter(first);
  const [wanted, setWanted] = useState<string>();
  const older = useInfiniteQuery({
    queryKey: [...queryKey, 'older', after],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: after,
    getNextPageParam: cursorAfter,
    enabled: after !== undefined && wanted === after,
    // Behind a cursor nothing is new. Held for as long as the list shows it.
    ...{ staleTime: Infinity, gcTime: 0, meta: { isStill: true } },
  });

  const loaded = useMemo(
    () => first && [...first.data, ...(older.data?.pages.flatMap(({ data }) => data) ?? [])],
    [first, older.data],
  );
  const known = useMemo(() => new Set(loaded?.map(({ id }) => id)), [loaded]);
  const rows = useMemo(
    () =>
      // Those that have not changed stay the same objects: they are not rendered again.
      changes.size === 0
        ? loaded
        : loaded?.map((row) => {
            const change = changes.get(row.id);
            return change === undefined ? row : { ...row, ...change };
          }),
    [loaded, changes],
  );
  useLiveEvent(
    useCallback(
      (event) => {
        const told = changeOf(event);
        const ids = told?.ids.filter((id) => known.has(id)) ?? [];
        if (told === undefined || ids.length === 0) return;
        setChanges(
          (before) =>
            new Map([
              ...before,
              ...ids.map((id) => [id, { ...before.get(id), ...told.change }] as const),
            ]),
        );
      },
      [changeOf, known],
    ),
  );

  const isFull = known.size >= MOST_ROWS;
  return {
    /** Absent while nothing is there yet. */
    rows,
    newer: newerThan(first, newest.data),
    error: newest.error ?? older.error,
    refetch: newest.refetch,
    /** As many are loaded as may be. */
    isFull,
    hasMore: !isFull && (older.data === undefined ? after !== undefined : older.hasNextPage),
    isLoadingMore: older.isFetching,
    loadMore: () => {
      if (older.data !== undefined) void older.fetchNextPage();
      else if (wanted === after) void older.refetch();
      else setWanted(after);
    },
  };
}

function cursorAfter(page: PageOfList<unknown> | undefined): string | undefined {
  return parameterOf(page?.paging.next, 'after_cursor');
}

/** How many rows there are before those that are shown; `isMore` where the page of the newest has none of them. */
function newerThan(
  shown: PageOfList<Identified> | undefined,
  newest: PageOfList<Identified> | undefined,
): { readonly count: number; readonly isMore: boolean } {
  if (shown === undefined || newest === undefined || shown === newest) {
    return { count: 0, isMore: false };
  }
  const ids = new Set(shown.data.map(({ id }) => id));
  const place = newest.data.findIndex(({ id }) => ids.has(id));
  if (place !== -1) return { count: place, isMore: false };
  return { count: newest.data.length, isMore: newest.paging.next !== undefined };
}
