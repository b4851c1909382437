import type { EntityManager } from 'typeorm';
import type { ViolationTexts } from './explain-refused-write.js';
import type { StoredRow } from './stored-row.js';

/** Description of one kind of resource, with its table, columns, mappers and messages. */
export interface TableKind<Row extends StoredRow, Item, Values> extends ViolationTexts {
  readonly table: string;
  /**
   * Parent column and id for rows that belong to another resource. Every query filters by this id.
   */
  readonly ownedBy?: { readonly column: string; readonly id: string };
  readonly idPrefix: string;
  /** Columns in addition to the columns of `StoredRow`. */
  readonly columns: readonly string[];
  /** Additional columns or SQL expressions that are read and never written. */
  readonly readOnly?: readonly string[];
  /**
   * SQL expression for the size of the large values in a row, in bytes. It limits the size of a
   * page. Absent if no value can be large.
   */
  readonly bytes?: string;
  readonly toItem: (row: Row) => Item;
  /**
   * @returns the values of `columns`, in the order of `columns`; `before` is the row before the
   * change
   */
  readonly toColumns: (
    values: Values,
    owner: { readonly workspaceId: string; readonly id: string },
    before?: Row,
  ) => readonly unknown[];
  /**
   * Called before a row is created, in the same transaction. Throws if the maximum number of rows
   * is reached.
   */
  readonly admit?: (manager: EntityManager, workspaceId: string) => Promise<void>;
  /**
   * Called if a row cannot be deleted because other rows refer to it. Throws an error with the ids
   * of these rows.
   */
  readonly explainInUse?: (workspaceId: string, id: string) => Promise<never>;
}
