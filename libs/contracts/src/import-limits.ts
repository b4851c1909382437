import { ROW_BYTES } from './user-files/row.js';

export const IMPORT_LIMITS = {
  /** Bytes of a file. */
  bytes: 100 * 1024 * 1024,
  /** Bytes of each piece in which a file is transferred and stored. */
  pieceBytes: 128 * 1024,
  /**
   * Bytes of a row. This is half of a full piece. A piece can be shorter, but two consecutive
   * pieces together exceed a full piece. So a row that begins in one piece ends in one of the next
   * two pieces at the latest.
   */
  rowBytes: ROW_BYTES,
  /** Unfinished imports of a workspace. */
  openPerWorkspace: 3,
  /** Concurrent uploads at a gateway, per workspace and in total. */
  uploadsOfWorkspace: 2,
  uploadsOfGateway: 8,
  /** Stored refused rows. Further refused rows are only counted. */
  refusals: 100_000,
  /** Refused rows on a page. The page has fewer rows if they are long. */
  refusalsPage: 1_000,
  /** Days for which refused rows are kept. */
  refusalDays: 7,
  /** Hours without data after which an upload is aborted. */
  uploadHours: 24,
  /** Minutes without data after which an upload is aborted if another import needs its slot. */
  uploadMinutes: 15,
  /** Days for which a finished import is kept. */
  days: 90,
  page: 100,
  /** Destinations that one import names in `notDeleted`. A page has up to 100 imports. */
  notDeleted: 20,
  /** Imported columns. */
  columns: 23,
  /** Characters of a column name. */
  columnLength: 200,
} as const;

/**
 * Message for a file that is too large. Lethe sends it before or during the upload, because some
 * clients do not send the size first.
 */
export const FILE_TOO_LARGE = `A file must not be larger than ${IMPORT_LIMITS.bytes} bytes. Split it into several imports.`;

export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * Whether the first line of a CSV file has column names. If the parameter is absent, the line must
 * have column names, and a line that looks like data is rejected.
 */
export const IMPORT_HEADERS = ['present', 'absent'] as const;
export type ImportHeader = (typeof IMPORT_HEADERS)[number];

/** Treatment of rows with suspicious ids, see `suspicionOf`. */
export const SUSPICIOUS_ROWS = ['refuse', 'accept'] as const;
export type SuspiciousRows = (typeof SUSPICIOUS_ROWS)[number];
