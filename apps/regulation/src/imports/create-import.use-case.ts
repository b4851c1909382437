import type { CreateImport, ImportDto } from '@lethe/api/imports';
import { IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import { checkCatalog } from '../regulations/create/check-request.js';
import type { EntityManager } from 'typeorm';
import type { ResolvedDestinations } from '../record/not-deleted.js';
import { newIds } from '../record/new-ids.js';
import type { ImportOptions } from './import-table.js';
import { IMPORTS, toImportRecord, type ImportRow } from './import-table.js';
import { failUpload } from './lock-import.js';
import type { ServiceParts } from '../service-parts.js';

/**
 * Creates an import. The client then uploads the file in pieces.
 *
 * @throws LetheError the errors of creating regulations; `conflict` if the id exists;
 *   `too_many_requests` if too many imports are open
 */
export async function createImport(
  parts: Pick<ServiceParts, 'database' | 'catalog' | 'limits'>,
  { context, ...request }: CreateImport,
): Promise<ImportDto> {
  const { database } = parts;
  const { workspaceId } = context;
  const { regulationType, sourceIds, destinationIds } = request;
  const frame = {
    regulationType,
    ...(sourceIds && { sourceIds }),
    ...(destinationIds && { destinationIds }),
    users: [],
  };
  const { resolved } = await checkCatalog(parts, workspaceId, frame, request);
  const row = await database.transaction(async (manager) => {
    // The lock makes creates of one workspace run one after the other. Concurrent creates could
    // exceed the limit of open imports.
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
      storedOptions({ context, ...request }, resolved),
      request.delimiter ?? ',',
      request.dryRun ?? false,
      request.totalBytes ?? null,
      context.actor,
    ]);
    if (made === undefined) {
      throw new LetheError('conflict', {
        message: `The import ${request.id ?? ''} already exists. Read its state, or choose another id.`,
      });
    }
    const [{ open } = { open: 0 }] = await manager.query<{ open: number }[]>(
      `select count(*)::int as open from ${IMPORTS} where workspace_id = $1 and ended_at is null`,
      [workspaceId],
    );
    if (open > IMPORT_LIMITS.openPerWorkspace && !(await failIdleUpload(manager, workspaceId))) {
      throw new LetheError('too_many_requests', {
        message: `This workspace already has ${IMPORT_LIMITS.openPerWorkspace} open imports. Wait until one ends, or cancel one.`,
      });
    }
    return made;
  });
  return toImportRecord(row);
}

function storedOptions(request: CreateImport, resolved: ResolvedDestinations | undefined): string {
  const { columns, header, suspicious, receivedAt, law, receivedAtColumn, lawColumn } = request;
  const isForAll = resolved !== undefined;
  return JSON.stringify({
    ...{ columns, header, suspicious },
    ...{ receivedAt, law, receivedAtColumn, lawColumn },
    unusableDestinations: isForAll ? request.unusableDestinations : undefined,
    notDeleted: resolved?.notDeleted.slice(0, IMPORT_LIMITS.notDeleted),
    notDeletedCount: resolved?.notDeletedCount,
  } satisfies Record<keyof ImportOptions, unknown>);
}

/**
 * Fails the upload that has been idle longest, if it was idle for more than `uploadMinutes`. Its
 * client may never return.
 *
 * @returns whether there was such an upload
 */
async function failIdleUpload(manager: EntityManager, workspaceId: string): Promise<boolean> {
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
    `The upload was idle for ${uploadMinutes} minutes, and another import needed its slot. Start the import again.`,
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
