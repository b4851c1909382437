import type { ImportColumn, ImportRequest } from '@lethe/contracts';
import type { ImportRow } from './import-row.js';

/** What a request says about the rows of its file. */
export type ImportOptions = Pick<ImportRequest, 'columns' | 'header' | 'suspicious'>;

/**
 * The form in which the options of a request are stored. A list of columns alone is what older code reads; with other options it is an object,
 * which older code refuses to work with rather than take the first person of a file for its header.
 */
export type StoredOptions = readonly ImportColumn[] | ImportOptions | null;

export function toStoredOptions({ columns, header, suspicious }: ImportRequest): StoredOptions {
  if (header === undefined && suspicious !== 'accept') return columns ?? null;
  return {
    ...(columns === undefined ? {} : { columns }),
    ...(header === undefined ? {} : { header }),
    ...(suspicious === undefined ? {} : { suspicious }),
  };
}

export function optionsOf({ columns: stored }: Pick<ImportRow, 'columns'>): ImportOptions {
  if (stored === null) return {};
  return isList(stored) ? { columns: stored } : stored;
}

function isList(stored: Exclude<StoredOptions, null>): stored is readonly ImportColumn[] {
  return Array.isArray(stored);
}
