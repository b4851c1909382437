import { countOf } from '../../lib/count-of.js';
import { formatNumber } from '../../lib/format-time.js';
import { MOST_ROWS, type useFollowedList } from './use-followed-list.js';

type List = Pick<ReturnType<typeof useFollowedList>, 'rows' | 'newer' | 'hasMore' | 'isFull'>;

/** What a table says of a list that is followed: at its foot how much is loaded, above the rows what is new. */
export function listWords({ rows, newer, hasMore, isFull }: List, one: string) {
  const loaded = rows?.length ?? 0;
  const count = `${formatNumber(newer.count)}${newer.isMore ? '+' : ''}`;
  return {
    summary: isFull
      ? `${formatNumber(loaded)} loaded, ${formatNumber(MOST_ROWS)} at most: filter by day to see older ones`
      : hasMore
        ? `${formatNumber(loaded)} loaded`
        : countOf(loaded, one),
    news: newer.count === 0 ? undefined : `Show ${count} new`,
  };
}
