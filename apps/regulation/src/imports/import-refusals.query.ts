import type { ImportRefusals, RefusedRows } from '@lethe/api/imports';
import { IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import type { Statements } from '@lethe/database';
import { IMPORTS, REFUSALS, type ImportRow } from './import-table.js';
import { RefusalsCsv, type RefusalRow } from './refusals-csv.js';

/**
 * Maximum characters of the fields and reasons of a page, because writing CSV blocks the thread.
 * The last row of a page can exceed this maximum.
 */
const PAGE_CHARACTERS = 256 * 1024;

/**
 * Reads refused rows as CSV. Cells are escaped, so that a spreadsheet runs no formulas.
 *
 * @throws LetheError `not_found`
 */
export async function importRefusals(
  { reads }: { readonly reads: Pick<Statements, 'query'> },
  { context, id, after, limit }: ImportRefusals,
): Promise<RefusedRows> {
  const key = [context.workspaceId, id];
  const [found] = await reads.query<Pick<ImportRow, 'header' | 'columns' | 'delimiter'>>(
    `select header, columns, delimiter from ${IMPORTS} where workspace_id = $1 and id = $2`,
    key,
  );
  if (found === undefined) throw new LetheError('not_found');
  const rows = await reads.query<RefusalRow>(READ, [
    ...[...key, after ?? 0],
    Math.min(limit ?? IMPORT_LIMITS.refusalsPage, IMPORT_LIMITS.refusalsPage),
  ]);
  const file = new RefusalsCsv(found);
  const csv = `${after === undefined ? file.header() : ''}${file.rows(rows)}`;
  const last = rows.at(-1);
  return { csv, ...(last === undefined ? {} : { after: Number(last.line) }) };
}

/**
 * Reads one row after the other, and stops at the character limit. A plain `limit` would read large
 * rows beyond the end of a page, and read them again for the next pages.
 */
const READ = `
  with recursive page (line, identifier, reason, fields, place, characters) as (
    (select line, identifier, reason, fields, 1, length(fields::text) + length(reason) from ${REFUSALS}
      where workspace_id = $1 and import_id = $2 and line > $3 order by line limit 1)
    union all
    select next.line, next.identifier, next.reason, next.fields, page.place + 1, page.characters + length(next.fields::text) + length(next.reason)
      from page cross join lateral (
        select line, identifier, reason, fields from ${REFUSALS} r
         where r.workspace_id = $1 and r.import_id = $2 and r.line > page.line order by r.line limit 1) next
     where page.place < $4 and page.characters < ${PAGE_CHARACTERS}
  )
  select line, identifier, reason, fields from page order by line`;
