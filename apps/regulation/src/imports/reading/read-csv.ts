import { afterBlankLines, assertGoesOn, lineAt, lineBreaks } from './lines.js';
import { readRecord } from './read-record.js';
import type { Read, Row, Window } from './row.js';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads rows of CSV. A line that is none is one row with a problem, and it goes on with the next line. Blank lines are passed over.
 *
 * @param most rows
 * @throws UnusableFileError where no end of a row comes
 */
export function readCsv(window: Window, most: number, delimiter: string): Read {
  const { bytes, isEnd, isBeginning, linesBefore } = window;
  const csv = { bytes, isEnd, delimiter: Buffer.from(delimiter) };
  const rows: Row[] = [];
  let at = isBeginning && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  let lines = 0;
  const go = (to: number) => {
    lines += lineBreaks(bytes.toString('latin1', at, to));
    at = to;
  };
  while (rows.length < most) {
    go(afterBlankLines(window, at));
    if (at === bytes.length) break;
    const line = linesBefore + lines + 1;
    const record = readRecord(csv, at);
    if (record === undefined) break;
    if ('fields' in record) {
      rows.push({ line, fields: record.fields });
      go(record.end);
      continue;
    }
    const bad = lineAt(window, at);
    if (bad === undefined) break;
    rows.push({ line, fields: [bad.text.toString('utf8')], problem: record.problem });
    at = bad.end;
    lines += 1;
  }
  assertGoesOn(window, at);
  return { rows, bytes: at, lines };
}
