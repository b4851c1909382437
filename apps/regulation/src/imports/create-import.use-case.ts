import type { CreateImport, ImportDto } from '@lethe/api/imports';
import { IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import { checkCatalog } from '../regulations/create/check-request.js';
import type { EntityManager } from 'typeorm';
import { newIds } from '../record/new-ids.js';
import type { ImportOptions } from './import-table.js';
import { IMPORTS, toImportRecord, type ImportRow } from './import-table.js';
import { failUpload } from './lock-import.js';
import type { ServiceParts } from '../service-parts.js';

/**
 * Begins an import: its file comes afterwards, in pieces.
 *
 * @throws LetheError as `create` of regulations for what it names; `conflict` for an id that is taken, `too_many_requests` beside others
 */
export async function createImport(
  { database, catalog }: Pick<ServiceParts, 'database' | 'catalog'>,
  { context, ...request }: CreateImport,
): Promise<ImportDto> {
  const { workspaceId } = context;
  const { regulationType, sourceIds, destinationIds } = request;
  const frame = {
    regulationType,
    ...(sourceIds && { sourceIds }),
    ...(destinationIds && { destinationIds }),
    users: [],
  };
  await checkCatalog(catalog, workspaceId, frame, request);
  const row = await database.transaction(async (manager) => {
    // One at a time in a workspace, or several would see room for one more.
    await manager.query(
      `select pg_advisory_xact_lock(hashtextextended('import' || chr(1) || $1, 0))`,
      [workspaceId],
    );
    const [made] = await manager.query<ImportRow[]>(INSERT, [
      workspaceId,
      request.id ?? newIds(1)[0],
      request.format,
      regulationType,
      sourceIds === undefined ? null : [...new Set(sourceIds)],
      destinationIds === undefined ? null : [...new Set(destinationIds)],
      request.reason ?? null,
      storedOptions(request),
      request.delimiter ?? ',',
      request.dryRun ?? false,
      request.totalBytes ?? null,
      context.actor,
    ]);
    if (made === undefined) {
      throw new LetheError('conflict', {
        message: `There is an import ${request.id ?? ''} already. Look how far it is, or choose another id.`,
      });
    }
    const [{ open } = { open: 0 }] = await manager.query<{ open: number }[]>(
      `select count(*)::int as open from ${IMPORTS} where workspace_id = $1 and ended_at is null`,
      [workspaceId],
    );
    if (open > IMPORT_LIMITS.openPerWorkspace && !(await giveUpIdle(manager, workspaceId))) {
      throw new LetheError('too_many_requests', {
        message: `${IMPORT_LIMITS.openPerWorkspace} imports of this workspace are under way. Wait until one has ended, or cancel one.`,
      });
    }
    return made;
  });
  return toImportRecord(row);
}

function storedOptions({ columns, header, suspicious }: ImportOptions): string {
  return JSON.stringify({ columns, header, suspicious } satisfies Record<
    keyof ImportOptions,
    unknown
  >);
}

/**
 * Gives up the upload that has stood still for the longest time, if it has for long: whoever sent it may be gone for good.
 *
 * @returns whether there was one
 */
async function giveUpIdle(manager: EntityManager, workspaceId: string): Promise<boolean> {
  const { uploadMinutes } = IMPORT_LIMITS;
  const [idle] = await manager.query<ImportRow[]>(
    `select * from ${IMPORTS}
      where workspace_id = $1 and state = 'uploading' and ended_at is null
        and updated_at < clock_timestamp() - $2 * interval '1 minute'
      order by updated_at limit 1 for update skip locked`,
    [workspaceId, uploadMinutes],
  );
  if (idle === undefined) return false;
  await failUpload(
    manager,
    idle,
    `The upload was not gone on with for ${uploadMinutes} minutes, and another import needed its place.`,
  );
  return true;
}

const INSERT = `
  insert into ${IMPORTS} (
    workspace_id, id, format, regulation_type, source_ids, destination_ids, reason, columns, delimiter, dry_run,
    total_bytes, created_by
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  on conflict (workspace_id, id) do nothing
  returning *`;
