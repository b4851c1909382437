/** A row of a file: fields of CSV, a member of NDJSON, or what cannot be read. */
export interface Row {
  /** Where it begins, from 1. */
  readonly line: number;
  /** As they were read; of what is no CSV, and of NDJSON, the line. */
  readonly fields: readonly string[];
  /** Of NDJSON. */
  readonly value?: unknown;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/** A part of a file, from the beginning of a row. */
export interface Window {
  readonly bytes: Buffer;
  /** Lines of the file before it. */
  readonly linesBefore: number;
  /** The file begins, or ends, with it. */
  readonly isBeginning: boolean;
  readonly isEnd: boolean;
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
