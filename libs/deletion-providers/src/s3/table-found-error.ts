import type { TableSign } from './table-signs.js';

/** Something that keeps books of files, and an object that shows it. */
export interface Table extends TableSign {
  readonly key: string;
}

/** A file that is read turns out to belong to a table. */
export class TableFoundError extends Error {
  override readonly name = 'TableFoundError';

  constructor(readonly table: Table) {
    super(`A file belongs to ${table.format}`);
  }
}
