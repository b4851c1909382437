import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { ServerEvent } from './event-stream.js';
import { useLiveEvent } from './live-context.js';
import { parameterOf } from '../../lib/search.js';

/** Maximum number of loaded rows. The user finds older rows with filters. */
const MOST_ROWS = 10_000;

interface Identified {
  readonly id: string;
}

interface PageOfList<Row> {
  readonly data: readonly Row[];
  readonly paging: { readonly next?: string };
}

/** A change of rows that an event reports. */
export interface RowChange<Row> {
  readonly ids: readonly string[];
  readonly change: Partial<Row>;
}

export interface FollowedListOptions<Row> {
  /**
   * Query key with the filters of the list. When the query key changes, the React `key` of the
   * component must change too.
   */
  readonly queryKey: readonly unknown[];
  /** @param after cursor; undefined for the newest page */
  readonly fetchPage: (after: string | undefined, signal: AbortSignal) => Promise<PageOfList<Row>>;
  /**
   * Returns the change of rows that an event reports, and undefined for other events. The function
   * must be stable (`useCallback`).
   */
  readonly changeOf: (event: ServerEvent) => RowChange<Row> | undefined;
  /** True while the user reads the list. Rows then do not move, appear or disappear. */
  readonly isReading: boolean;
}

/** Returns the query of the first page, for preloading. */
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
 * Returns a list with the newest rows first. While the user reads the list, rows keep their
 * positions, and only their content changes. At other times, new rows appear at once. `newer`
 * counts the new rows that are not shown.
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
    // Never refetched, because pages after a cursor get no new rows.
    ...{ staleTime: Infinity, gcTime: 0, meta: { isManual: true } },
  });

  const loaded = useMemo(
    () => first && [...first.data, ...(older.data?.pages.flatMap(({ data }) => data) ?? [])],
    [first, older.data],
  );
  const known = useMemo(() => new Set(loaded?.map(({ id }) => id)), [loaded]);
  const rows = useMemo(
    () =>
      // Unchanged rows stay the same objects, so React does not render them again.
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
        const rowChange = changeOf(event);
        const ids = rowChange?.ids.filter((id) => known.has(id)) ?? [];
        if (rowChange === undefined || ids.length === 0) return;
        setChanges(
          (before) =>
            new Map([
              ...before,
              ...ids.map((id) => [id, { ...before.get(id), ...rowChange.change }] as const),
            ]),
        );
      },
      [changeOf, known],
    ),
  );

  const isFull = known.size >= MOST_ROWS;
  return {
    /** Undefined before the first response. */
    rows,
    newer: newerThan(first, newest.data),
    error: newest.error ?? older.error,
    refetch: newest.refetch,
    /** True if the maximum number of rows is loaded. */
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

/**
 * Counts the new rows that are not shown. `isMore` is true if there can be more new rows than the
 * newest page contains.
 */
function newerThan(
  shown: PageOfList<Identified> | undefined,
  newest: PageOfList<Identified> | undefined,
): { readonly count: number; readonly isMore: boolean } {
  if (shown === undefined || newest === undefined || shown === newest) {
    return { count: 0, isMore: false };
  }
  const ids = new Set(shown.data.map(({ id }) => id));
  const index = newest.data.findIndex(({ id }) => ids.has(id));
  if (index !== -1) return { count: index, isMore: false };
  return { count: newest.data.length, isMore: newest.paging.next !== undefined };
}
