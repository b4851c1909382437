import type { EntityManager } from 'typeorm';
import type { ViolationTexts } from './explain-refused-write.js';
import type { StoredRow } from './stored-row.js';

/** What differs from one kind of resource to another: table, columns, mappers and messages. */
export interface TableKind<Row extends StoredRow, Item, Values> extends ViolationTexts {
  readonly table: string;
  /** Of whom the rows are, where they are of one of the resources of the workspace: others are not there. */
  readonly ownedBy?: { readonly column: string; readonly id: string };
  /** Prefix of generated ids. */
  readonly idPrefix: string;
  /** Columns besides those of `StoredRow`. */
  readonly columns: readonly string[];
  /** Further columns, or SQL for them, that are read and never written. */
  readonly readOnly?: readonly string[];
  /** SQL: bytes of what can be large in a row, for pages; absent where nothing can. */
  readonly bytes?: string;
  readonly toItem: (row: Row) => Item;
  /** @returns the values of `columns`, in their order; `before` is the row that is replaced */
  readonly toColumns: (
    values: Values,
    owner: { readonly workspaceId: string; readonly id: string },
    before?: Row,
  ) => readonly unknown[];
  /** Called in the transaction that makes a row, before it does; throws where there is no place for one. */
  readonly admit?: (manager: EntityManager, workspaceId: string) => Promise<void>;
  /** Called when a row cannot be deleted because other rows refer to it; throws an error that names them. */
  readonly whenNeeded?: (workspaceId: string, id: string) => Promise<never>;
}
