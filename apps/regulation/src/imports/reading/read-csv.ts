import { setImmediate as nextTurn } from 'node:timers/promises';
import { IMPORT_LIMITS } from '@lethe/contracts';
import { CsvError, parse } from 'csv-parse';
import { afterBlankLines, assertGoesOn, lineAt, lineBreaks } from './lines.js';
import type { Read, Row, Window } from './row.js';

/** What is parsed at once, in bytes: commands wait no longer than for that. */
const SLICE = 32 * 1024;

/** What csv-parse says of each record. */
interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number; readonly bytes: number };
}

interface Stretch extends Read {
  /** Why the row behind it is no CSV. */
  readonly problem?: string;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'begins a field with a quote that is never closed',
  CSV_MAX_RECORD_SIZE: `is longer than ${IMPORT_LIMITS.rowBytes / 1024} KiB; is a quote not closed?`,
  CSV_INVALID_CLOSING_QUOTE: 'has text behind a closing quote; write a quote within quotes twice',
  INVALID_OPENING_QUOTE: 'has a quote within a field without quotes',
};

/**
 * Reads rows of CSV (RFC 4180, any line breaks). A line that is none is one row with a problem, and it goes on with the next line.
 *
 * @param most rows
 * @throws UnusableFileError where no end of a row comes
 */
export async function readCsv(window: Window, most: number, delimiter: string): Promise<Read> {
  const { bytes, isEnd, linesBefore } = window;
  const rows: Row[] = [];
  let at = afterBlankLines(window);
  let lines = lineBreaks(bytes.toString('latin1', 0, at));
  while (rows.length < most && at < bytes.length) {
    const rest = { bytes: bytes.subarray(at), isEnd, linesBefore: linesBefore + lines };
    const isBeginning = window.isBeginning && at === 0;
    const read = await readUntilProblem({ ...rest, isBeginning }, most - rows.length, delimiter);
    rows.push(...read.rows);
    at += read.bytes;
    lines += read.lines;
    if (read.problem === undefined) break;
    const blank = afterBlankLines(window, at);
    lines += lineBreaks(bytes.toString('latin1', at, blank));
    at = blank;
    const bad = lineAt({ bytes, isEnd }, at);
    if (bad === undefined) break;
    rows.push({
      line: linesBefore + lines + 1,
      fields: [bad.text.toString('utf8')],
      problem: read.problem,
    });
    at = bad.end;
    lines += 1;
  }
  assertGoesOn(window, at);
  return { rows, bytes: at, lines };
}

async function readUntilProblem(
  { bytes, isEnd, isBeginning, linesBefore }: Window,
  most: number,
  delimiter: string,
): Promise<Stretch> {
  const parser = parse({
    bom: isBeginning,
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true, // told by row
    skip_empty_lines: true,
    max_record_size: IMPORT_LIMITS.rowBytes,
  });
  const rows: Row[] = [];
  let taken = { bytes: 0, lines: 0 };
  let countedTwice = 0; // csv-parse takes a CRLF within quotes for two line breaks
  parser.on('data', ({ record, info }: Parsed) => {
    if (rows.length >= most) return;
    const breaks = record.reduce((sum, field) => sum + lineBreaks(field), 0);
    countedTwice += record.reduce((sum, field) => sum + (field.match(/\r\n/g)?.length ?? 0), 0);
    const lines = info.lines - countedTwice;
    rows.push({ line: linesBefore + lines - breaks, fields: record });
    taken = { bytes: info.bytes, lines };
  });
  let failure: Error | undefined;
  parser.on('error', (error) => {
    failure = error;
  });
  const isOver = () => failure !== undefined || rows.length >= most;
  for (let at = 0; at < bytes.length && !isOver(); at += SLICE) {
    await new Promise<void>((resolve) => {
      parser.write(bytes.subarray(at, at + SLICE), () => {
        resolve();
      });
    });
    await nextTurn();
  }
  if (isEnd && !isOver()) {
    await new Promise<void>((resolve) => {
      parser.once('end', resolve).once('error', () => {
        resolve();
      });
      parser.end();
    });
    if (failure === undefined && rows.length < most) {
      taken = { bytes: bytes.length, lines: lineBreaks(bytes.toString('latin1')) };
    }
  }
  parser.destroy();
  // What is wrong behind the last row that is wanted is for whoever reads on.
  if (failure === undefined || rows.length >= most) return { rows, ...taken };
  if (!(failure instanceof CsvError)) throw failure;
  return { rows, ...taken, problem: PROBLEMS[failure.code] ?? 'is no CSV' };
}
