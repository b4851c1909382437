import { ROW_BYTES } from './user-files/row.js';

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

/** Why a file is not taken, and why an import ends whose file turns out so while it comes. */
export const FILE_TOO_LARGE = `A file must not have more than ${IMPORT_LIMITS.bytes} bytes. Split it into several imports.`;

export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Whether the first line of a CSV file names the columns. When absent it must, and a line that looks like data is refused. */
export const IMPORT_HEADERS = ['present', 'absent'] as const;
export type ImportHeader = (typeof IMPORT_HEADERS)[number];

/** What becomes of rows with ids that no system issues, see `suspicionOf`. */
export const SUSPICIOUS_ROWS = ['refuse', 'accept'] as const;
export type SuspiciousRows = (typeof SUSPICIOUS_ROWS)[number];
