import type { ImportDto } from '@lethe/api/imports';
import { count } from '../count.js';

/** @returns a line that sums an import up */
export function showImport({ id, dryRun, rows, accepted, ...record }: ImportDto): string[] {
  const { refused, repeated } = record;
  const others = `${refused} refused, ${repeated} repeated`;
  if (dryRun) {
    return [`Nothing was done. Of ${count(rows, 'row')}: ${accepted} would be taken, ${others}.`];
  }
  return [`${count(rows, 'row')}: ${count(accepted, 'user')} taken, ${others}. Import: ${id}`];
}
