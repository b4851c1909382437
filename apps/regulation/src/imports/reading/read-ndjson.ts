import { isUtf8 } from 'node:buffer';
import {
  FIXED_LIMITS,
  IMPORT_LIMITS,
  jsonNestsDeeperThan,
  LetheError,
  refuseUnstorable,
} from '@lethe/contracts';
import {
  afterByteOrderMark,
  assertProgress,
  lineAt,
  type Read,
  type Row,
  type Window,
} from '@lethe/contracts/user-files';

/**
 * Reads one JSON value per line. Skips empty lines.
 *
 * @throws UnusableFileError if a line is so long that it does not end inside the window
 */
export function readNdjson(window: Window, most: number): Read {
  const { bytes, linesBefore, isBeginning } = window;
  const rows: Row[] = [];
  let at = isBeginning ? afterByteOrderMark(bytes) : 0;
  let lines = 0;
  while (rows.length < most) {
    const found = lineAt(window, at);
    if (found === undefined) break;
    at = found.end;
    lines += 1;
    const line = Buffer.from(found.text.buffer, found.text.byteOffset, found.text.length);
    if (!isBlank(line)) rows.push(readLine(line, linesBefore + lines));
  }
  assertProgress(window, at);
  return { rows, bytes: at, lines };
}

/** Reads a line of NDJSON that was exported as a cell of CSV. */
export function readJsonLine(text: string, line: number): Row {
  return readLine(Buffer.from(text), line);
}

function isBlank(text: Buffer): boolean {
  return text.length === 0 || text.toString('latin1').trim() === '';
}

function readLine(bytes: Buffer, line: number): Row {
  const text = bytes.toString('utf8');
  const fields = [text];
  if (bytes.length > IMPORT_LIMITS.rowBytes) {
    return { line, fields, problem: `is longer than ${IMPORT_LIMITS.rowBytes / 1024} KiB` };
  }
  if (!isUtf8(bytes)) return { line, fields, problem: 'is not UTF-8' };
  if (jsonNestsDeeperThan(bytes, FIXED_LIMITS.jsonDepth)) {
    return { line, fields, problem: `is nested deeper than ${FIXED_LIMITS.jsonDepth} levels` };
  }
  try {
    const value: unknown = JSON.parse(text);
    refuseUnstorable(value);
    return { line, fields, value };
  } catch (error) {
    return {
      line,
      fields,
      problem: error instanceof LetheError ? error.message : 'is not valid JSON',
    };
  }
}
