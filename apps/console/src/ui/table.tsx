import type { ReactNode } from 'react';
import { cx } from './class-names.js';
import styles from './table.module.css';

export interface Column<Row> {
  /** Heading. */
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** For readers of the screen alone, such as the one of a menu. */
  readonly hideLabel?: boolean;
  readonly align?: 'start' | 'end';
  /** Left out below 640 px. */
  readonly wideOnly?: boolean;
  /** Of a virtual table: a track of CSS Grid, `minmax(160px, 2fr)`. */
  readonly width?: string;
  /** Nothing in it is wider than the column on a wide screen: it need not be cut off there, which costs the browser with every frame that a long list is scrolled. */
  readonly fits?: boolean;
}

/** What can be done with a row, at its end. */
export function actionsColumn<Row>(cell: Column<Row>['cell']): Column<Row> {
  return { label: 'Actions', hideLabel: true, align: 'end', cell };
}

export interface TableProps<Row> {
  /** What these rows are, for readers of the screen. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** Up to a few hundred rows. For more, `VirtualTable`. */
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
