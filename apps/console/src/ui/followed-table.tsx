import { useState, type ReactNode } from 'react';
import { useFollowedList, type FollowedListOptions } from '../api/events/use-followed-list.js';
import { countOf } from '../lib/count-of.js';
import { formatNumber } from '../lib/format-time.js';
import { Loading } from './loading.js';
import type { TableProps } from './table.js';
import { TEXTS } from './texts.js';
import { VirtualTable } from './virtual-table.js';

/**
 * A list with its newest rows first. New rows appear while the user does not read the list. The
 * React `key` of this component must contain the filters.
 */
export function FollowedTable<Row extends { readonly id: string }>({
  list: options,
  one,
  none,
  children,
  ...table
}: Pick<TableProps<Row>, 'label' | 'columns'> & {
  readonly list: Omit<FollowedListOptions<Row>, 'isReading'>;
  /** Noun for a row, such as "job". */
  readonly one: string;
  readonly onOpen: (row: Row) => void;
  /** Shown if there are no rows. */
  readonly none: ReactNode;
  /** Returns further content about the loaded rows. */
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
              ? TEXTS.followedTable.full(loaded)
              : hasMore
                ? TEXTS.followedTable.loaded(loaded)
                : countOf(rows.length, one)
          }
          news={
            newer.count === 0
              ? undefined
              : TEXTS.followedTable.newer(`${formatNumber(newer.count)}${newer.isMore ? '+' : ''}`)
          }
        />
      )}
    </>
  );
}
