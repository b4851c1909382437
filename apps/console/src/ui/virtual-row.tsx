import { memo } from 'react';
import { cx } from './class-names.js';
import { cellClass, type Column } from './table.js';
import styles from './table.module.css';

interface VirtualRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  /** Distance from the first row in pixels. */
  readonly start: number;
  readonly columns: readonly Column<Row>[];
  /** True if the Tab key reaches the row. */
  readonly isTabStop: boolean;
  readonly isClickable: boolean;
  /**
   * `onActive` and `onOpen` must be stable. If they change, React renders all rows again for each
   * scrolled pixel.
   */
  readonly onActive: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
}

function PlainVirtualRow<Row>(props: VirtualRowProps<Row>) {
  const { row, index, start, columns, isTabStop, isClickable, onActive, onOpen } = props;
  return (
    <div
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={isTabStop ? 0 : -1}
      className={cx(styles.row, styles.body, isClickable && styles.clickable)}
      style={{ transform: `translateY(${start}px)` }}
      onFocus={() => onActive(row)}
      onClick={(event) => {
        if (!isOnControl(event.target)) onOpen(row);
      }}
    >
      <Cells row={row} columns={columns} />
    </div>
  );
}

/**
 * This component is separate, so that React does not render the cells again when scrolling changes
 * the tab stop.
 */
function PlainCells<Row>({ row, columns }: Pick<VirtualRowProps<Row>, 'row' | 'columns'>) {
  return (
    <>
      {columns.map((column) => (
        <div key={column.label} role="gridcell" className={cellClass(column)}>
          {column.cell(row)}
        </div>
      ))}
    </>
  );
}

const Cells = memo(PlainCells) as typeof PlainCells;
export const VirtualRow = memo(PlainVirtualRow) as typeof PlainVirtualRow;

/** Returns true if the click is on a link or button in the row, or selects text. */
function isOnControl(target: EventTarget): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('a, button, input, label, [role="menu"]') !== null) return true;
  return (getSelection()?.toString() ?? '') !== '';
}
