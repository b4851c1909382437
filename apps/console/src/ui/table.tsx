import type { ReactNode } from 'react';
import { cx } from './class-names.js';
import styles from './table.module.css';
import { TEXTS } from './texts.js';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** True to show the heading only to screen readers, for example above menus. */
  readonly hideLabel?: boolean;
  readonly align?: 'start' | 'end';
  /** True to hide the column on screens narrower than 640 px. */
  readonly wideOnly?: boolean;
  /** Width as a track of CSS Grid, such as `minmax(160px, 2fr)`. Only `VirtualTable` uses it. */
  readonly width?: string;
  /**
   * True if the content always fits into the column on a wide screen. Such content is not clipped,
   * because clipping makes scrolling slow.
   */
  readonly fits?: boolean;
}

/** Returns a column with actions. Use it as the last column. */
export function actionsColumn<Row>(cell: Column<Row>['cell']): Column<Row> {
  return { label: TEXTS.table.actions, hideLabel: true, align: 'end', cell };
}

export interface TableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** A table with up to a few hundred rows. For more rows, use `VirtualTable`. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={cellClass(column)}>
                {column.hideLabel ? (
                  <span className="visually-hidden">{column.label}</span>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.label} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function cellClass(column: Pick<Column<never>, 'align' | 'wideOnly' | 'fits'>): string {
  const { align = 'start', wideOnly = false, fits = false } = column;
  return cx(align === 'end' && styles.end, wideOnly && styles.wideOnly, fits && styles.fits);
}
