import { formatNumber } from '../lib/format-time.js';
import { Button } from './button.js';
import styles from './load-more.module.css';

/** Below a list that comes in pages. `VirtualTable` has its own. */
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
        {formatNumber(shown)}
        {total !== undefined && total > shown && ` of ${formatNumber(total)}`} shown
      </span>
      {hasMore && (
        <Button size="s" pending={isLoadingMore} onClick={onLoadMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
