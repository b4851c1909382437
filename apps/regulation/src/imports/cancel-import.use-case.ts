import type { GetImport, ImportDto } from '@lethe/api/imports';
import { LetheError } from '@lethe/contracts';
import { IMPORTS, toImportRecord, type ImportRow } from './import-table.js';
import { deletePieces, lockImport } from './lock-import.js';
import type { ServiceParts } from '../service-parts.js';

/**
 * Cancels an import. Regulations that the import has created stay. A second cancel changes nothing.
 *
 * @throws LetheError `not_found`; `conflict` if the import has ended without a cancel
 */
export function cancelImport(
  { database }: Pick<ServiceParts, 'database'>,
  command: GetImport,
): Promise<ImportDto> {
  return database.transaction(async (manager) => {
    const before = await lockImport(manager, command);
    if (before.state === 'canceled') return toImportRecord(before);
    if (before.ended_at !== null) {
      throw new LetheError('conflict', {
        message: `The import has already ended: its state is ${before.state}.`,
      });
    }
    const [[row]] = await manager.query<[ImportRow[], number]>(
      `update ${IMPORTS} set state = 'canceled', canceled_by = $3,
            ended_at = clock_timestamp(), updated_at = clock_timestamp()
          where workspace_id = $1 and id = $2 returning *`,
      [before.workspace_id, before.id, command.context.actor],
    );
    await deletePieces(manager, before);
    return toImportRecord(row ?? before);
  });
}
