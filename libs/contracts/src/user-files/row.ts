/** Maximum number of bytes of a row. */
export const ROW_BYTES = 64 * 1024;

export type Decode = (bytes: Uint8Array, from: number, to: number) => string;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8 in Node and in browsers. `Buffer` of Node is faster for short texts. */
export const decodeUtf8: Decode = (bytes, from, to) => decoder.decode(bytes.subarray(from, to));

/**
 * A row of a file. It has the fields of a CSV row, the value of an NDJSON line, or an unreadable
 * line.
 */
export interface Row {
  /** Number of the first line of the row, counted from 1. */
  readonly line: number;
  /** The fields of a CSV row. For NDJSON and unreadable lines, the only element is the line. */
  readonly fields: readonly string[];
  /** Indexes of CSV fields that are not UTF-8. */
  readonly broken?: readonly number[];
  /** Only for NDJSON. */
  readonly value?: unknown;
  readonly problem?: string;
}

/** A part of a file that starts at the beginning of a row. */
export interface Window {
  readonly bytes: Uint8Array;
  /** Number of lines in the file before this part. */
  readonly linesBefore: number;
  /** Whether the file begins with this part, and whether it ends with this part. */
  readonly isBeginning: boolean;
  readonly isEnd: boolean;
  /** Default: `decodeUtf8`. */
  readonly decode?: Decode;
}

/** Rows at the beginning of a window. */
export interface Read {
  readonly rows: readonly Row[];
  /** Number of bytes and lines of these rows. */
  readonly bytes: number;
  readonly lines: number;
}

/**
 * Error that prevents further reading of a file. The message is for people and contains no data of
 * users.
 */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError';
}
