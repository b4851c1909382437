import type { GetImport, ImportDto, ListImports, ListedImports } from '@lethe/api/imports';
import { IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import { decodeListCursor, encodeListCursor, type PagedList } from '../record/list-cursor.js';
import { IMPORTS, toImportRecord, type ImportRow } from './import-table.js';
import type { ServiceParts } from '../service-parts.js';

/** Position in the list of imports: the last import of a page. */
export const IMPORT_LIST: PagedList<Pick<ImportDto, 'createdAt' | 'id'>> = {
  name: 'imports\0',
  toBytes: ({ createdAt, id }) => Buffer.from(`${createdAt} ${id}`),
  toPosition: (bytes) => {
    const [createdAt = '', id] = bytes.toString('utf8').split(' ');
    return id === undefined ? undefined : { createdAt, id };
  },
};

/** @throws LetheError `not_found` */
export async function getImport(
  { reads }: Pick<ServiceParts, 'reads'>,
  { context, id }: GetImport,
): Promise<ImportDto> {
  const [row] = await reads.query<ImportRow>(
    `select * from ${IMPORTS} where workspace_id = $1 and id = $2`,
    [context.workspaceId, id],
  );
  if (row === undefined) throw new LetheError('not_found');
  return toImportRecord(row);
}

/** @throws LetheError `invalid_cursor` */
export async function listImports(
  { reads }: Pick<ServiceParts, 'reads'>,
  { context, limit = IMPORT_LIMITS.page, afterCursor }: ListImports,
): Promise<ListedImports> {
  const { workspaceId } = context;
  const after =
    afterCursor === undefined ? undefined : decodeListCursor(IMPORT_LIST, workspaceId, afterCursor);
  const rows = await reads.query<ImportRow>(
    `select * from ${IMPORTS}
        where workspace_id = $1 and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::text))
        order by created_at desc, id desc limit $2`,
    [workspaceId, limit + 1, after?.createdAt ?? null, after?.id ?? null],
  );
  const data = rows.slice(0, limit).map(toImportRecord);
  const last = data.at(-1);
  if (last === undefined || rows.length <= limit) return { data };
  return { data, nextCursor: encodeListCursor(IMPORT_LIST, workspaceId, last) };
}
