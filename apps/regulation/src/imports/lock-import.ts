import type { GetImport } from '@lethe/api/imports';
import { LetheError } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { IMPORTS, PIECES, type ImportRow } from './import-table.js';

/**
 * Locks an import, so that its rows are not processed at the same time.
 *
 * @throws LetheError `not_found`
 */
export async function lockImport(
  manager: EntityManager,
  { context, id }: GetImport,
): Promise<ImportRow> {
  const [row] = await manager.query<ImportRow[]>(
    `select * from ${IMPORTS} where workspace_id = $1 and id = $2 for update`,
    [context.workspaceId, id],
  );
  if (row === undefined) throw new LetheError('not_found');
  return row;
}

export async function failUpload(
  manager: EntityManager,
  row: Pick<ImportRow, 'workspace_id' | 'id'>,
  failure: string,
): Promise<void> {
  await manager.query(
    `update ${IMPORTS} set state = 'failed', failure = $3,
        ended_at = clock_timestamp(), updated_at = clock_timestamp()
      where workspace_id = $1 and id = $2`,
    [row.workspace_id, row.id, failure],
  );
  await deletePieces(manager, row);
}

/** Deletes the stored file, because it contains identifiers. */
export async function deletePieces(
  manager: EntityManager,
  { workspace_id: workspaceId, id }: Pick<ImportRow, 'workspace_id' | 'id'>,
): Promise<void> {
  await manager.query(`delete from ${PIECES} where workspace_id = $1 and import_id = $2`, [
    workspaceId,
    id,
  ]);
}
