import type { CreateImport } from '@lethe/api/imports';
import type { ImportRow } from './import-row.js';

/** What a request says about the rows of its file. */
export type ImportOptions = Pick<CreateImport, 'columns' | 'header' | 'suspicious'>;

export function optionsOf({ columns: options }: Pick<ImportRow, 'columns'>): ImportOptions {
  return options ?? {};
}
