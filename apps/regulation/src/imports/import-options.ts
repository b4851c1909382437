import type { ImportRequest } from '@lethe/contracts';
import type { ImportRow } from './import-row.js';

/** What a request says about the rows of its file. */
export type ImportOptions = Pick<ImportRequest, 'columns' | 'header' | 'suspicious'>;

export function optionsOf({ columns: options }: Pick<ImportRow, 'columns'>): ImportOptions {
  return options ?? {};
}
