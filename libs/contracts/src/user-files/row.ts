/** The most bytes that a row may have. */
export const ROW_BYTES = 64 * 1024;

/** Reads UTF-8 from one place to another. */
export type Decode = (bytes: Uint8Array, from: number, to: number) => string;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Works in a browser. Node's `Buffer` is faster for short texts. */
export const decodeUtf8: Decode = (bytes, from, to) => decoder.decode(bytes.subarray(from, to));

/** A row of a file: fields of CSV, a member of NDJSON, or what cannot be read. */
export interface Row {
  /** Where it begins, from 1. */
  readonly line: number;
  /** As they were read; of what is no CSV, and of NDJSON, the line. */
  readonly fields: readonly string[];
  /** Places of fields of CSV whose bytes are not UTF-8. */
  readonly broken?: readonly number[];
  /** Of NDJSON. */
  readonly value?: unknown;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/** A part of a file, from the beginning of a row. */
export interface Window {
  readonly bytes: Uint8Array;
  /** Lines of the file before it. */
  readonly linesBefore: number;
  /** The file begins, or ends, with it. */
  readonly isBeginning: boolean;
  readonly isEnd: boolean;
  /** `decodeUtf8` when absent. */
  readonly decode?: Decode;
}

/** Rows at the beginning of a window. */
export interface Read {
  readonly rows: readonly Row[];
  /** Bytes and lines that they take. */
  readonly bytes: number;
  readonly lines: number;
}

/** The file cannot be gone on with. The message is for people, and names no user. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError';
}
