import { ROW_BYTES, type Decode } from './row.js';

const strict = new TextDecoder('utf-8', { fatal: true });
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;

/** Bytes of CSV, from anywhere in a file. */
export interface Csv {
  readonly bytes: Uint8Array;
  /** Nothing comes behind them. */
  readonly isEnd: boolean;
  readonly delimiter: Uint8Array;
  readonly decode: Decode;
}

/** A record of CSV with its line break, or why there is none. */
export type CsvRecord =
  | {
      readonly fields: readonly string[];
      /** Places of fields whose bytes are not UTF-8. */
      readonly broken: readonly number[];
      readonly end: number;
    }
  | { readonly problem: string };

interface Field {
  readonly text: string;
  readonly isBroken: boolean;
  /** Of the field, with its quotes. */
  readonly end: number;
}

/**
 * Reads one record (RFC 4180; a line break is CRLF, LF or CR), in a time that is bounded by the most that a row may be long.
 *
 * @param from where it begins
 * @returns undefined where more bytes are needed to know
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
  problem: `is longer than ${ROW_BYTES / 1024} KiB; is a quote not closed?`,
} as const;

/** Without quotes: up to a delimiter, a line break or the end. */
function plain(csv: Csv, from: number, bound: number): Field | { problem: string } | undefined {
  const { bytes, isEnd } = csv;
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN || isDelimiter(csv, at)) break;
    if (byte === QUOTE) return { problem: 'has a quote within a field without quotes' };
    if (at > bound) return TOO_LONG;
  }
  if (at === bytes.length && !isEnd) return undefined;
  return { ...textOf(csv, from, at), end: at };
}

/** Between quotes, which are written twice within. */
function quoted(csv: Csv, from: number, bound: number): Field | { problem: string } | undefined {
  const { bytes, isEnd, delimiter } = csv;
  let hasQuotes = false;
  for (let at = from + 1; ;) {
    const close = bytes.indexOf(QUOTE, at);
    if (close > bound || (close === -1 && bytes.length > bound)) return TOO_LONG;
    if (close === -1) {
      return isEnd ? { problem: 'begins a field with a quote that is never closed' } : undefined;
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
      return { problem: 'has text behind a closing quote; write a quote within quotes twice' };
    }
    const { text, isBroken } = textOf(csv, from + 1, close);
    return { text: hasQuotes ? text.replaceAll('""', '"') : text, isBroken, end };
  }
}

/** By the bytes: the text of broken ones has U+FFFD, and so has a text in which a person wrote it. */
function textOf({ bytes, decode }: Csv, from: number, to: number): Omit<Field, 'end'> {
  const text = decode(bytes, from, to);
  return { text, isBroken: text.includes('\uFFFD') && !isUtf8(bytes.subarray(from, to)) };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isDelimiter({ bytes, delimiter }: Csv, at: number): boolean {
  if (bytes[at] !== delimiter[0]) return false;
  return delimiter.length === 1 || delimiter.every((byte, place) => bytes[at + place] === byte);
}

/** @returns where a line break ends that begins here, if one does; undefined where that is not known yet */
function afterBreak({ bytes, isEnd }: Csv, at: number): number | undefined {
  if (bytes[at] === LINE_FEED) return at + 1;
  if (bytes[at] !== CARRIAGE_RETURN) return at;
  if (at + 1 === bytes.length && !isEnd) return undefined;
  return bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
}
