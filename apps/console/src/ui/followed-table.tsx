import { useState, type ReactNode } from 'react';
import {
  MOST_ROWS,
  useFollowedList,
  type FollowedListOptions,
} from '../api/events/use-followed-list.js';
import { countOf } from '../lib/count-of.js';
import { formatNumber } from '../lib/format-time.js';
import { Loading } from './loading.js';
import type { TableProps } from './table.js';
import { VirtualTable } from './virtual-table.js';

/** A list whose newest rows come first, and that follows what happens while nobody reads it. Other filters are another list: it takes its key from them. */
export function FollowedTable<Row extends { readonly id: string }>({
  list: options,
  one,
  none,
  children,
  ...table
}: Pick<TableProps<Row>, 'label' | 'columns'> & {
  readonly list: Omit<FollowedListOptions<Row>, 'isReading'>;
  /** What a row is: "job". */
  readonly one: string;
  readonly onOpen: (row: Row) => void;
  /** What stands there where there are no rows. */
  readonly none: ReactNode;
  /** What else is shown of the rows that are loaded. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}) {
  const [isReading, setReading] = useState(false);
  const list = useFollowedList({ ...options, isReading });
  const { rows, newer, hasMore, isFull } = list;
  const loaded = formatNumber(rows?.length ?? 0);
  return (
    <>
      {children(rows ?? [])}
      {rows === undefined ? (
        <Loading query={list} lines={8} height={28} />
      ) : rows.length === 0 ? (
        none
      ) : (
        <VirtualTable
          {...table}
          rows={rows}
          rowKey={({ id }) => id}
          hasMore={hasMore}
          isLoadingMore={list.isLoadingMore}
          onLoadMore={list.loadMore}
          onReading={setReading}
          summary={
            isFull
              ? `${loaded} loaded, ${formatNumber(MOST_ROWS)} at most: filter by day to see older ones`
              : hasMore
                ? `${loaded} loaded`
                : countOf(rows.length, one)
          }
          news={
            newer.count === 0
              ? undefined
              : `Show ${formatNumber(newer.count)}${newer.isMore ? '+' : ''} new`
          }
        />
      )}
    </>
  );
}
