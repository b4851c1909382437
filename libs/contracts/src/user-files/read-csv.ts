import { afterBlankLines, afterByteOrderMark, assertGoesOn, lineAt, lineBreaks } from './lines.js';
import { separatorLine } from './delimiters.js';
import { readRecord } from './read-record.js';
import { decodeUtf8, type Read, type Row, type Window } from './row.js';

const encoder = new TextEncoder();

/**
 * Reads rows of CSV. A line that is none is one row with a problem, and it goes on with the next line. Blank lines are passed over.
 *
 * @param most rows
 * @throws UnusableFileError where no end of a row comes
 */
export function readCsv(window: Window, most: number, delimiter: string): Read {
  const { bytes, isEnd, isBeginning, linesBefore, decode = decodeUtf8 } = window;
  const csv = { bytes, isEnd, delimiter: encoder.encode(delimiter), decode };
  const rows: Row[] = [];
  let at = isBeginning ? afterByteOrderMark(bytes) : 0;
  let lines = 0;
  const go = (to: number) => {
    lines += lineBreaks(bytes, at, to);
    at = to;
  };
  while (rows.length < most) {
    go(afterBlankLines(window, at));
    if (at === bytes.length) break;
    const line = linesBefore + lines + 1;
    const record = readRecord(csv, at);
    if (record === undefined) break;
    if ('fields' in record) {
      rows.push({ line, fields: record.fields, broken: record.broken });
      go(record.end);
      continue;
    }
    const bad = lineAt(window, at);
    if (bad === undefined) break;
    rows.push({ line, fields: [decode(bad.text, 0, bad.text.length)], problem: record.problem });
    at = bad.end;
    lines += 1;
  }
  assertGoesOn(window, at);
  return { rows, bytes: at, lines };
}

/** Rows of a whole text. A text that is cut off in the middle of a row ends with a row that has a problem, or with a part of a row. */
export function readCsvText(text: string, delimiter: string, most = Infinity): readonly Row[] {
  const bytes = encoder.encode(text);
  const window = { bytes, linesBefore: 0, isBeginning: true, isEnd: true };
  const line = separatorLine(window);
  if (line === undefined) return readCsv(window, most, delimiter).rows;
  const rest = { ...window, bytes: bytes.subarray(line.end), linesBefore: 1, isBeginning: false };
  return readCsv(rest, most, line.delimiter).rows;
}
