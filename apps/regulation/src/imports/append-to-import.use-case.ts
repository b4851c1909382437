import type { AppendToImport, ImportDto } from '@lethe/api/imports';
import { FILE_TOO_LARGE, IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { IMPORTS, PIECES, toImportRecord, type ImportRow } from './import-table.js';
import { failUpload, lockImport } from './lock-import.js';
import type { ServiceParts } from '../service-parts.js';

/**
 * Stores the next piece of a file. If the file becomes too large, the import fails, because no
 * further piece could complete it.
 *
 * @throws LetheError `conflict`, `payload_too_large`, `invalid_request`, `not_found`
 */
export async function appendToImport(
  { database, logger }: Pick<ServiceParts, 'database' | 'logger'>,
  command: AppendToImport,
): Promise<ImportDto> {
  const piece = Buffer.from(command.piece, 'base64');
  const row = await database.transaction(async (manager) => {
    const before = await lockImport(manager, command);
    if (await isStored(manager, before, command, piece)) return before;
    assertFits(before, command, piece);
    if (Number(before.received_bytes) + piece.length > IMPORT_LIMITS.bytes) {
      await failUpload(manager, before, FILE_TOO_LARGE);
      return undefined; // an error here would roll back `failUpload`
    }
    if (piece.length > 0) await store(manager, before, piece);
    return note(manager, before, command, piece.length);
  });
  if (row === undefined) throw new LetheError('payload_too_large', { message: FILE_TOO_LARGE });
  if (row.state === 'running' && command.isLast) {
    logger.info(
      { importId: row.id, workspaceId: row.workspace_id, bytes: Number(row.total_bytes) },
      'the file of an import is complete',
    );
  }
  return toImportRecord(row);
}

/** Returns whether a piece that was sent again is already the end of the stored file. */
async function isStored(
  manager: EntityManager,
  { workspace_id: workspaceId, id, received_bytes: received, state }: ImportRow,
  { offset, isRepeat = false, isLast }: AppendToImport,
  piece: Buffer,
): Promise<boolean> {
  if (!isRepeat || offset + piece.length !== Number(received)) return false;
  if (piece.length === 0) return state !== 'uploading' && isLast;
  if (state !== 'uploading') return isLast; // the piece can already be processed
  const rows = await manager.query<object[]>(
    `select from ${PIECES} where workspace_id = $1 and import_id = $2 and at <= $3
        and substring(piece from ($3 - at)::int + 1) = $4::bytea`,
    [workspaceId, id, offset, piece],
  );
  return rows.length > 0;
}

function assertFits(row: ImportRow, command: AppendToImport, piece: Buffer): void {
  const received = Number(row.received_bytes);
  if (row.state !== 'uploading') {
    throw new LetheError('conflict', {
      message: `This import accepts no more bytes: its state is ${row.state}.`,
    });
  }
  if (command.offset !== received) {
    throw new LetheError('conflict', {
      message: `The Upload-Offset is wrong. Continue the upload at byte ${received}.`,
      details: { 'Upload-Offset': `must be ${received}` },
    });
  }
  const length = received + piece.length;
  const total =
    command.totalBytes ?? (row.total_bytes === null ? undefined : Number(row.total_bytes));
  const isWrong = total !== undefined && (command.isLast ? length !== total : length > total);
  if (!isWrong) return;
  throw new LetheError('invalid_request', {
    message: `The file does not have the announced length of ${total} bytes. Correct Upload-Length or the file.`,
    details: { 'Upload-Length': `is ${total}, and the file has ${length} bytes so far` },
  });
}

/**
 * Stores a piece. Joins short pieces, so that a client that sends single bytes does not create a
 * row for each byte.
 */
async function store(
  manager: EntityManager,
  { workspace_id: workspaceId, id, received_bytes: at }: ImportRow,
  piece: Buffer,
): Promise<void> {
  if (piece.length < IMPORT_LIMITS.pieceBytes) {
    const joined = await manager.query<[object[], number]>(
      `update ${PIECES} set piece = piece || $3::bytea
        where workspace_id = $1 and import_id = $2
          and at = (select max(at) from ${PIECES} where workspace_id = $1 and import_id = $2)
          and length(piece) + length($3::bytea) <= ${IMPORT_LIMITS.pieceBytes}`,
      [workspaceId, id, piece],
    );
    if (joined[1] > 0) return;
  }
  await manager.query(
    `insert into ${PIECES} (workspace_id, import_id, at, piece) values ($1, $2, $3, $4)`,
    [workspaceId, id, at, piece],
  );
}

async function note(
  manager: EntityManager,
  { workspace_id: workspaceId, id }: ImportRow,
  { isLast, totalBytes }: AppendToImport,
  bytes: number,
): Promise<ImportRow> {
  const [rows] = await manager.query<[ImportRow[], number]>(
    `update ${IMPORTS} set received_bytes = received_bytes + $3,
        total_bytes = case when $4 then received_bytes + $3 else coalesce($5, total_bytes) end,
        state = case when $4 then 'running' else state end,
        uploaded_at = case when $4 then clock_timestamp() end, updated_at = clock_timestamp()
      where workspace_id = $1 and id = $2
      returning *`,
    [workspaceId, id, bytes, isLast, totalBytes ?? null],
  );
  const [row] = rows;
  if (row === undefined) throw new LetheError('not_found');
  return row;
}
