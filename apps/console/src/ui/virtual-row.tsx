import { memo } from 'react';
import { cx } from './class-names.js';
import { cellClass, type Column } from './table.js';
import styles from './table.module.css';

interface VirtualRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  /** Pixels from the first row. */
  readonly start: number;
  readonly columns: readonly Column<Row>[];
  /** Whether the Tab key gets to it. */
  readonly isTabStop: boolean;
  readonly isClickable: boolean;
  /** Both stable: a row is rendered again when it has changed, not with every pixel that is scrolled. */
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

/** By themselves, as the row at the edge becomes the tab stop with every row that is scrolled by. */
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

/** Links and buttons in a row do what they do; a selection of text is no click. */
function isOnControl(target: EventTarget): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('a, button, input, label, [role="menu"]') !== null) return true;
  return (getSelection()?.toString() ?? '') !== '';
}
