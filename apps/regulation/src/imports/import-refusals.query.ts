import type { ImportRefusals, RefusedRows } from '@lethe/api/imports';
import { IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import type { Statements } from '@lethe/database';
import { IMPORTS, REFUSALS, type ImportRow } from './import-table.js';
import { RefusalsCsv, type RefusalRow } from './refusals-csv.js';

/** Characters that the fields and reasons of a page have; one row may have more. Making CSV of them keeps the thread for that long. */
const PAGE_CHARACTERS = 256 * 1024;

/**
 * Reads the refused rows of an import, as CSV that a spreadsheet takes for no formula.
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

/** Row by row, so that none is read which has no room on the page: rows of 64 KiB would each be read again with every page before theirs. */
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
