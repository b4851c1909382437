import { ROW_BYTES, type Decode } from './row.js';

const strictDecoder = new TextDecoder('utf-8', { fatal: true });
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;

/** Bytes of CSV from any part of a file. */
export interface Csv {
  readonly bytes: Uint8Array;
  /** Whether the file ends after `bytes`. */
  readonly isEnd: boolean;
  readonly delimiter: Uint8Array;
  readonly decode: Decode;
}

/** A record of CSV, or the reason why it cannot be read. */
export type CsvRecord =
  | {
      readonly fields: readonly string[];
      /** Indexes of fields that are not UTF-8. */
      readonly broken: readonly number[];
      readonly end: number;
    }
  | { readonly problem: string };

interface Field {
  readonly text: string;
  readonly isBroken: boolean;
  /** Position after the field and its quotes. */
  readonly end: number;
}

/**
 * Reads one record (RFC 4180). A line break is CRLF, LF or CR. It reads at most `ROW_BYTES`, which
 * limits the time.
 *
 * @param from position of the record
 * @returns undefined if more bytes are needed
 */
export function readRecord(csv: Csv, from: number): CsvRecord | undefined {
  const { bytes, isEnd, delimiter } = csv;
  const bound = from + ROW_BYTES;
  const fields: string[] = [];
  const broken: number[] = [];
  for (let at = from; ;) {
    const field = bytes[at] === QUOTE ? quoted(csv, at, bound) : plain(csv, at, bound);
    if (field === undefined || 'problem' in field) return field;
    const { text, end } = field;
    if (end > bound) return TOO_LONG;
    if (field.isBroken) broken.push(fields.length);
    fields.push(text);
    if (end === bytes.length) return isEnd ? { fields, broken, end } : undefined;
    const after = afterBreak(csv, end);
    if (after === undefined) return undefined;
    if (after > end) return { fields, broken, end: after };
    at = end + delimiter.length;
  }
}

const TOO_LONG = {
  problem: `is longer than ${ROW_BYTES / 1024} KiB; check for a quote that is not closed`,
} as const;

/** Reads a field without quotes, which ends at a delimiter, a line break or the end of the file. */
function plain(csv: Csv, from: number, bound: number): Field | { problem: string } | undefined {
  const { bytes, isEnd } = csv;
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN || isDelimiter(csv, at)) break;
    if (byte === QUOTE)
      return {
        problem:
          'has a quote in a field that does not begin with a quote; write the field in quotes and double each quote in it',
      };
    if (at > bound) return TOO_LONG;
  }
  if (at === bytes.length && !isEnd) return undefined;
  return { ...textOf(csv, from, at), end: at };
}

/** Reads a quoted field, in which two consecutive quotes stand for one quote. */
function quoted(csv: Csv, from: number, bound: number): Field | { problem: string } | undefined {
  const { bytes, isEnd, delimiter } = csv;
  let hasQuotes = false;
  for (let at = from + 1; ;) {
    const close = bytes.indexOf(QUOTE, at);
    if (close > bound || (close === -1 && bytes.length > bound)) return TOO_LONG;
    if (close === -1) {
      return isEnd ? { problem: 'has an opening quote that is never closed' } : undefined;
    }
    const end = close + 1;
    if (bytes[end] === QUOTE) {
      hasQuotes = true;
      at = end + 1;
      continue;
    }
    if (!isEnd && bytes.length - end < delimiter.length) return undefined;
    const byte = bytes[end];
    const isBreak = byte === undefined || byte === LINE_FEED || byte === CARRIAGE_RETURN;
    if (!isBreak && !isDelimiter(csv, end)) {
      return { problem: 'has text after a closing quote; double each quote inside a quoted field' };
    }
    const { text, isBroken } = textOf(csv, from + 1, close);
    return { text: hasQuotes ? text.replaceAll('""', '"') : text, isBroken, end };
  }
}

/**
 * Decodes a text and checks whether it is UTF-8. A U+FFFD in the decoded text does not prove
 * invalid UTF-8, because the file itself can contain this character.
 */
function textOf({ bytes, decode }: Csv, from: number, to: number): Omit<Field, 'end'> {
  const text = decode(bytes, from, to);
  return { text, isBroken: text.includes('\uFFFD') && !isUtf8(bytes.subarray(from, to)) };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isDelimiter({ bytes, delimiter }: Csv, at: number): boolean {
  if (bytes[at] !== delimiter[0]) return false;
  return delimiter.length === 1 || delimiter.every((byte, index) => bytes[at + index] === byte);
}

/**
 * @returns the position after the line break at `at`; `at` if there is no line break; undefined if
 * more bytes are needed to know it
 */
function afterBreak({ bytes, isEnd }: Csv, at: number): number | undefined {
  if (bytes[at] === LINE_FEED) return at + 1;
  if (bytes[at] !== CARRIAGE_RETURN) return at;
  if (at + 1 === bytes.length && !isEnd) return undefined;
  return bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
}
