import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { Button } from './button.js';
import { cx } from './class-names.js';
import { useReading } from './use-reading.js';
import { VirtualRow } from './virtual-row.js';
import { cellClass, type TableProps } from './table.js';
import styles from './table.module.css';
import { TEXTS } from './texts.js';

const ROW_HEIGHT = 40;
const HEAD_HEIGHT = 34;
/** The table loads the next page when fewer than this number of rows are left below. */
const AHEAD = 20;
/** Number of rows that Page Up and Page Down move. */
const PAGE = 10;

interface VirtualTableProps<Row> extends TableProps<Row> {
  /**
   * Called on Enter or a click on a row. The first cell should contain a link with the same target.
   */
  readonly onOpen?: (row: Row) => void;
  readonly hasMore?: boolean;
  readonly isLoadingMore?: boolean;
  /** Called when the user scrolls near the end. */
  readonly onLoadMore?: () => void;
  /** Text below the rows, such as "12,000 regulations". */
  readonly summary?: string;
  /**
   * Called when the user begins or stops reading the rows (see `useReading`). Must be stable
   * (`useCallback`).
   */
  readonly onReading?: (isReading: boolean) => void;
  /** Notice about new rows above the first row, such as "12 new". */
  readonly news?: string | undefined;
}

/**
 * A table for tens of thousands of rows in pages. Only visible and nearby rows are in the document.
 * The keys ↑ ↓, j k, Page Up, Page Down, Home and End move between rows, and Enter opens a row.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, hasMore = false, isLoadingMore = false } = props;
  const { onLoadMore, summary, onReading, news } = props;
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string>();
  const found = active === undefined ? -1 : rows.findIndex((row) => rowKey(row) === active);
  const focused = Math.max(0, found);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 8,
    scrollMargin: 0,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  // If the focused row is not visible, the Tab key reaches the first visible row.
  const tabStop = items.some(({ index }) => index === focused) ? focused : items[0]?.index;

  const reading = useReading((virtual.scrollOffset ?? 0) > 0, onReading);
  const latest = useRef({ rowKey, onOpen });
  latest.current = { rowKey, onOpen };
  const onActive = useCallback((row: Row) => setActive(latest.current.rowKey(row)), []);
  const onOpenRow = useCallback((row: Row) => latest.current.onOpen?.(row), []);

  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - AHEAD) onLoadMore?.();
  }, [hasMore, isLoadingMore, last, rows.length, onLoadMore]);

  const go = (index: number) => {
    const to = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows[to];
    if (row === undefined) return;
    setActive(rowKey(row));
    virtual.scrollToIndex(to);
    // The virtualizer can add the row as late as in the next frame.
    requestAnimationFrame(() => {
      viewport.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus();
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row') return;
    const steps: Record<string, number> = {
      ...{ ArrowDown: focused + 1, j: focused + 1, ArrowUp: focused - 1, k: focused - 1 },
      ...{ PageDown: focused + PAGE, PageUp: focused - PAGE, Home: 0, End: rows.length - 1 },
    };
    const to = steps[event.key];
    const row = rows[focused];
    if (to !== undefined) go(to);
    else if (event.key === 'Enter' && onOpen && row !== undefined) onOpen(row);
    else return;
    event.preventDefault();
  };
  const toTheTop = () => {
    viewport.current?.scrollTo({ top: 0 });
    reading.stop();
    frame.current?.focus({ preventScroll: true });
  };
  const tracks = {
    '--columns': columns.map(({ width = 'minmax(96px, 1fr)' }) => width).join(' '),
    '--narrow-columns': columns
      .filter(({ wideOnly }) => !wideOnly)
      .map(({ width = 'minmax(96px, 1fr)' }) => width)
      .join(' '),
  } as CSSProperties;

  return (
    <div ref={frame} tabIndex={-1} className={styles.frame} style={tracks}>
      {news !== undefined && (
        <div className={styles.news}>
          <Button size="s" icon={ArrowUp} onClick={toTheTop}>
            {news}
          </Button>
        </div>
      )}
      <div
        ref={viewport}
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        className={styles.viewport}
        style={{ maxHeight: 'min(640px, 70vh)' }}
        onKeyDown={onKeyDown}
        {...reading.handlers}
      >
        <div role="rowgroup" className={styles.headGroup}>
          <div role="row" aria-rowindex={1} className={cx(styles.row, styles.head)}>
            {columns.map((column) => (
              <div key={column.label} role="columnheader" className={cellClass(column)}>
                <span className={column.hideLabel ? 'visually-hidden' : undefined}>
                  {column.label}
                </span>
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <VirtualRow
                key={item.key}
                row={row}
                index={item.index}
                start={item.start}
                columns={columns}
                isTabStop={item.index === tabStop}
                isClickable={onOpen !== undefined}
                onActive={onActive}
                onOpen={onOpenRow}
              />
            );
          })}
        </div>
      </div>
      {(summary !== undefined || hasMore) && (
        <div className={styles.foot}>
          <span>{summary}</span>
          {hasMore && (
            <Button size="s" variant="ghost" pending={isLoadingMore} onClick={onLoadMore}>
              {TEXTS.loadMore.more}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
