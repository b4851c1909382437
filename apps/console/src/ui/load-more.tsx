import { formatNumber } from '../lib/format-time.js';
import { Button } from './button.js';
import styles from './load-more.module.css';
import { TEXTS } from './texts.js';

/** Footer of a list that is loaded in pages. `VirtualTable` has its own footer. */
export function LoadMore({
  shown,
  total,
  hasMore,
  isLoadingMore,
  onLoadMore,
}: {
  readonly shown: number;
  readonly total?: number | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onLoadMore: () => void;
}) {
  return (
    <div className={styles.foot}>
      <span>
        {total !== undefined && total > shown
          ? TEXTS.loadMore.shownOf(formatNumber(shown), formatNumber(total))
          : TEXTS.loadMore.shown(formatNumber(shown))}
      </span>
      {hasMore && (
        <Button size="s" pending={isLoadingMore} onClick={onLoadMore}>
          {TEXTS.loadMore.more}
        </Button>
      )}
    </div>
  );
}
