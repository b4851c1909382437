import type { RegulationType } from '../regulations/regulation-states.js';
import { ROW_BYTES } from '../user-files/row.js';
import type { CommandContext, DeletionOrder } from './regulation-rpc.js';

/** Message patterns for files of users. */
export const IMPORT_PATTERNS = {
  create: 'imports.create.v1',
  append: 'imports.append.v1',
  get: 'imports.get.v1',
  list: 'imports.list.v1',
  cancel: 'imports.cancel.v1',
  refusals: 'imports.refusals.v1',
} as const;

/** Bounds of imports. */
export const IMPORT_LIMITS = {
  /** Of a file. */
  bytes: 100 * 1024 * 1024,
  /** Of the pieces that a file is handed on and stored in. */
  pieceBytes: 128 * 1024,
  /** Of a row. A piece and a half hold it, wherever it begins. */
  rowBytes: ROW_BYTES,
  /** Imports of a workspace that have not ended. */
  openPerWorkspace: 3,
  /** Uploads at once in a gateway, of a workspace and of all. */
  uploadsOfWorkspace: 2,
  uploadsOfGateway: 8,
  /** Refused rows that are kept; more are counted only. */
  refusals: 100_000,
  /** Refused rows of a page; fewer where they are long. */
  refusalsPage: 1_000,
  /** Days for which they are kept. */
  refusalDays: 7,
  /** Hours after which an upload that brought nothing more is given up. */
  uploadHours: 24,
  /** Minutes after which it is given up where another import needs its place. */
  uploadMinutes: 15,
  /** Days after its end for which an import is known. */
  days: 90,
  /** Imports on a page. */
  page: 100,
  /** Columns that are imported. */
  columns: 23,
  /** Characters of a column's name. */
  columnLength: 200,
} as const;

export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** `uploading`: bytes are missing. `running`: all are there, and rows are worked off. The others are ends. */
export const IMPORT_STATES = ['uploading', 'running', 'done', 'failed', 'canceled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Which column of a CSV file, or member of an object, is which identifier. */
export interface ImportColumn {
  /** Its name, or in CSV its position from 1 on. */
  readonly column: string;
  readonly identifier: string;
}

/** Whether the first line of a CSV file names the columns. When absent it must, and a line that looks like data is refused. */
export const IMPORT_HEADERS = ['present', 'absent'] as const;
export type ImportHeader = (typeof IMPORT_HEADERS)[number];

/** What becomes of rows with ids that no system issues, see `suspicionOf`. */
export const SUSPICIOUS_ROWS = ['refuse', 'accept'] as const;
export type SuspiciousRows = (typeof SUSPICIOUS_ROWS)[number];

/** What is to be made of a file. */
export interface ImportRequest {
  /** Of the caller; made when absent. */
  readonly id?: string;
  readonly format: ImportFormat;
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  readonly reason?: string;
  /** Only these; without them all columns, by their names. */
  readonly columns?: readonly ImportColumn[];
  /** Between the fields of CSV; a comma when absent. */
  readonly delimiter?: string;
  readonly header?: ImportHeader;
  /** `refuse` when absent. */
  readonly suspicious?: SuspiciousRows;
  /** All rows are checked, and nothing is made. */
  readonly dryRun: boolean;
  /** Of the file, where it is known. */
  readonly totalBytes?: number;
}

/** An import as it stands. */
export interface ImportRecord {
  readonly id: string;
  readonly state: ImportState;
  readonly format: ImportFormat;
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  readonly reason?: string;
  readonly dryRun: boolean;
  /** Bytes of the file that are stored: where an upload goes on. */
  readonly receivedBytes: number;
  readonly totalBytes?: number;
  /** Bytes that are worked off. */
  readonly doneBytes: number;
  /** Of the work, 0 to 100. */
  readonly percentage: number;
  /** Rows that were read. */
  readonly rows: number;
  /** Users of them that were taken; of a dry run: that would be. */
  readonly accepted: number;
  /** Regulations that were made. */
  readonly created: number;
  readonly refused: number;
  /** Rows that were exact repeats of others. */
  readonly repeated: number;
  /** Why it failed. */
  readonly failure?: string;
  readonly createdAt: string;
  readonly createdBy: string;
  /** When all bytes were there. */
  readonly uploadedAt?: string;
  readonly updatedAt: string;
  readonly endedAt?: string;
  readonly canceledBy?: string;
}

export interface CreateImportCommand extends DeletionOrder {
  readonly context: CommandContext;
  readonly request: ImportRequest;
}

export interface AppendToImportCommand {
  readonly context: CommandContext;
  readonly id: string;
  /** Where in the file the piece begins. */
  readonly offset: number;
  /** Base64. */
  readonly piece: string;
  /** The file ends with it. */
  readonly isLast: boolean;
  /** Of the file, where the caller says it now. */
  readonly totalBytes?: number;
  /** It was sent before, and the answer was lost: what is stored already is no conflict. */
  readonly isRepeat?: boolean;
}

export interface ImportCommand {
  readonly context: CommandContext;
  readonly id: string;
}

export interface ListImportsCommand {
  readonly context: CommandContext;
  readonly limit: number;
  readonly afterCursor?: string;
}

export interface ListImportsResult {
  /** The newest first. */
  readonly data: readonly ImportRecord[];
  readonly nextCursor?: string;
}

export interface ImportRefusalsCommand extends ImportCommand {
  /** Of the page before, or the line behind which it begins. */
  readonly after?: number;
  /** Most rows of the page. */
  readonly limit?: number;
}

export interface ImportRefusalsResult {
  /** Lines of CSV; of the first page with the names of the columns. */
  readonly csv: string;
  /** Of the next page; absent on the last one. */
  readonly after?: number;
}

/** Files of users, each of which gets a regulation. */
export interface ImportCommands {
  /** @throws LetheError as `create` of regulations for what it names; `conflict` for an id that is taken, `too_many_requests` beside others */
  createImport(command: CreateImportCommand): Promise<ImportRecord>;
  /** @throws LetheError `conflict` unless the piece begins where the file ends so far */
  appendToImport(command: AppendToImportCommand): Promise<ImportRecord>;
  getImport(command: ImportCommand): Promise<ImportRecord>;
  listImports(command: ListImportsCommand): Promise<ListImportsResult>;
  /** What was made stays. @throws LetheError `conflict` when it has ended otherwise */
  cancelImport(command: ImportCommand): Promise<ImportRecord>;
  importRefusals(command: ImportRefusalsCommand): Promise<ImportRefusalsResult>;
}
