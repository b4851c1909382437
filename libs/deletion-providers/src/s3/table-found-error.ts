import type { TableSign } from './table-signs.js';

/** A table that was found in a bucket. */
export interface Table extends TableSign {
  /** Key of the object by which the table was found. */
  readonly key: string;
}

/** An object cannot be rewritten, because it belongs to a table. */
export class TableFoundError extends Error {
  override readonly name = 'TableFoundError';

  constructor(readonly table: Table) {
    super(`A file belongs to ${table.format}`);
  }
}
