import type { GetImport, ImportDto, ListImports, ListedImports } from '@lethe/api/imports';
import { IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { decodeImportCursor, encodeImportCursor } from './import-cursor.js';
import { IMPORTS, toImportRecord, type ImportRow } from './import-row.js';

/** Reads how imports stand. */
export class ImportsQuery {
  constructor(private readonly database: Pick<DatabaseConnection, 'query'>) {}

  /** @throws LetheError `not_found` */
  async get({ context, id }: GetImport): Promise<ImportDto> {
    const [row] = await this.database.query<ImportRow>(
      `select * from ${IMPORTS} where workspace_id = $1 and id = $2`,
      [context.workspaceId, id],
    );
    if (row === undefined) throw new LetheError('not_found');
    return toImportRecord(row);
  }

  /** @throws LetheError `invalid_cursor` */
  async list({
    context,
    limit = IMPORT_LIMITS.page,
    afterCursor,
  }: ListImports): Promise<ListedImports> {
    const { workspaceId } = context;
    const after =
      afterCursor === undefined ? undefined : decodeImportCursor(workspaceId, afterCursor);
    const rows = await this.database.query<ImportRow>(
      `select * from ${IMPORTS}
        where workspace_id = $1 and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::text))
        order by created_at desc, id desc limit $2`,
      [workspaceId, limit + 1, after?.createdAt ?? null, after?.id ?? null],
    );
    const data = rows.slice(0, limit).map(toImportRecord);
    const last = data.at(-1);
    if (last === undefined || rows.length <= limit) return { data };
    return { data, nextCursor: encodeImportCursor(workspaceId, last) };
  }
}
