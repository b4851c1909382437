import {
  FIXED_LIMITS,
  HIGHEST_LIMITS,
  IMPORT_FORMATS,
  IMPORT_HEADERS,
  IMPORT_LIMITS,
  REGULATION_TYPES,
  SUSPICIOUS_ROWS,
  type AppendToImportCommand,
  type CreateImportCommand,
  type ImportColumn,
  type ImportCommand,
  type ImportRefusalsCommand,
  type ListImportsCommand,
} from '@lethe/contracts';
import {
  areIds,
  checkOrder,
  isCount,
  isText,
  MOST,
  objectOf,
  problemsOf,
  refuse,
  type Problem,
} from './check-command.js';

/** Base64 of a piece. */
const MOST_PIECE = Math.ceil(IMPORT_LIMITS.pieceBytes / 3) * 4;

/** @throws LetheError `invalid_request` */
export function checkCreateImport({ context, request, ...order }: CreateImportCommand): void {
  checkOrder(order);
  const { id, format, regulationType, sourceIds, destinationIds, reason, ...rest } =
    objectOf(request);
  const { columns, delimiter, header, suspicious, dryRun, totalBytes } = rest;
  refuse([
    ...problemsOf(context),
    ['id', id !== undefined && !isText(id, MOST.id)],
    ['format', !IMPORT_FORMATS.includes(format)],
    ['regulationType', !REGULATION_TYPES.includes(regulationType)],
    ['sourceIds', sourceIds !== undefined && !areIds(sourceIds, HIGHEST_LIMITS.sourceIds)],
    [
      'destinationIds',
      destinationIds !== undefined && !areIds(destinationIds, HIGHEST_LIMITS.destinationIds),
    ],
    ['sourceIds', sourceIds !== undefined && regulationType !== 'suppress'],
    ['destinationIds', (destinationIds === undefined) !== (regulationType === 'suppress')],
    ['reason', reason !== undefined && !isText(reason, FIXED_LIMITS.reasonLength)],
    ['columns', columns !== undefined && !areColumns(columns)],
    [
      'delimiter',
      delimiter !== undefined && !(isText(delimiter, 1) && !/["\r\n\0]/.test(delimiter)),
    ],
    ['header', header !== undefined && !IMPORT_HEADERS.includes(header)],
    ['suspicious', suspicious !== undefined && !SUSPICIOUS_ROWS.includes(suspicious)],
    ['dryRun', typeof dryRun !== 'boolean'],
    ['totalBytes', totalBytes !== undefined && !isLength(totalBytes)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkAppendToImport(command: AppendToImportCommand): void {
  const { offset, piece, isLast, totalBytes, isRepeat } = command;
  refuse([
    ...problemsOfImport(command),
    ['offset', !isLength(offset)],
    ['piece', typeof piece !== 'string' || piece.length > MOST_PIECE],
    ['isLast', typeof isLast !== 'boolean'],
    ['totalBytes', totalBytes !== undefined && !isLength(totalBytes)],
    ['isRepeat', isRepeat !== undefined && typeof isRepeat !== 'boolean'],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkImport(command: ImportCommand): void {
  refuse(problemsOfImport(command));
}

/** @throws LetheError `invalid_request` */
export function checkListImports({ context, limit, afterCursor }: ListImportsCommand): void {
  refuse([
    ...problemsOf(context),
    ['limit', !isCount(limit, IMPORT_LIMITS.page)],
    ['afterCursor', afterCursor !== undefined && !isText(afterCursor, MOST.cursor)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkImportRefusals(command: ImportRefusalsCommand): void {
  const { after, limit } = command;
  refuse([
    ...problemsOfImport(command),
    ['after', after !== undefined && !(Number.isSafeInteger(after) && after >= 0)],
    ['limit', limit !== undefined && !isCount(limit, IMPORT_LIMITS.refusalsPage)],
  ]);
}

function problemsOfImport({ context, id }: ImportCommand): Problem[] {
  return [...problemsOf(context), ['id', !isText(id, MOST.id) || id.includes('\0')]];
}

function isLength(value: unknown): boolean {
  return (
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= IMPORT_LIMITS.bytes
  );
}

function areColumns(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 1 || value.length > IMPORT_LIMITS.columns)
    return false;
  return (value as readonly (ImportColumn | undefined)[]).every((one) => {
    const { column, identifier } = objectOf(one);
    return (
      isText(column, IMPORT_LIMITS.columnLength) &&
      isText(identifier, IMPORT_LIMITS.columnLength) &&
      !column.includes('\0')
    );
  });
}
