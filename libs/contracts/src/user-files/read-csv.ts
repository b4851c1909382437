import {
  afterBlankLines,
  afterByteOrderMark,
  assertProgress,
  lineAt,
  lineBreaks,
} from './lines.js';
import { separatorLine } from './delimiters.js';
import { readRecord } from './read-record.js';
import { decodeUtf8, type Read, type Row, type Window } from './row.js';

const encoder = new TextEncoder();

/**
 * Reads rows of CSV. An invalid line becomes one row with a problem, and the next line is read as
 * usual. Blank lines are skipped.
 *
 * @param limit maximum number of rows
 * @throws UnusableFileError if a row does not end within its maximum length
 */
export function readCsv(window: Window, limit: number, delimiter: string): Read {
  const { bytes, isEnd, isBeginning, linesBefore, decode = decodeUtf8 } = window;
  const csv = { bytes, isEnd, delimiter: encoder.encode(delimiter), decode };
  const rows: Row[] = [];
  let at = isBeginning ? afterByteOrderMark(bytes) : 0;
  let lines = 0;
  const advance = (to: number) => {
    lines += lineBreaks(bytes, at, to);
    at = to;
  };
  while (rows.length < limit) {
    advance(afterBlankLines(window, at));
    if (at === bytes.length) break;
    const line = linesBefore + lines + 1;
    const record = readRecord(csv, at);
    if (record === undefined) break;
    if ('fields' in record) {
      rows.push({ line, fields: record.fields, broken: record.broken });
      advance(record.end);
      continue;
    }
    const bad = lineAt(window, at);
    if (bad === undefined) break;
    rows.push({ line, fields: [decode(bad.text, 0, bad.text.length)], problem: record.problem });
    at = bad.end;
    lines += 1;
  }
  assertProgress(window, at);
  return { rows, bytes: at, lines };
}

/**
 * Returns the rows of a complete text. If the text was cut inside a row, the last row is incomplete
 * or has a problem.
 */
export function readCsvText(text: string, delimiter: string, limit = Infinity): readonly Row[] {
  const bytes = encoder.encode(text);
  const window = { bytes, linesBefore: 0, isBeginning: true, isEnd: true };
  const line = separatorLine(window);
  if (line === undefined) return readCsv(window, limit, delimiter).rows;
  const data = { ...window, bytes: bytes.subarray(line.end), linesBefore: 1, isBeginning: false };
  return readCsv(data, limit, line.delimiter).rows;
}
