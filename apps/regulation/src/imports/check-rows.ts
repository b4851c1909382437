import type { UserIdentifiers } from '@lethe/contracts';
import { canIdentify, type DeletionTarget } from '../deletion-jobs/deletion-plan.js';
import type { ImportRow } from './import-row.js';
import { chooseColumns } from './reading/choose-columns.js';
import { assertNoUtf16 } from './reading/lines.js';
import { readCsv } from './reading/read-csv.js';
import { readNdjson } from './reading/read-ndjson.js';
import { UnusableFileError, type Read, type Row, type Window } from './reading/row.js';
import { usersOfCsv, usersOfNdjson, type Problem, type UserOfRow } from './reading/to-user.js';

/** A row that is refused. */
export interface Refusal extends Problem {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Users of a part of a file. */
export interface CheckedRows extends Omit<Read, 'rows'> {
  readonly rows: number;
  readonly users: readonly UserIdentifiers[];
  readonly refusals: readonly Refusal[];
  readonly repeated: number;
  /** The names of the columns, which the first part of a CSV file has. */
  readonly header: readonly string[] | null;
}

/** What rows are held against besides the rules of the API. */
export interface RowRules {
  readonly most: number;
  readonly targets: readonly DeletionTarget[];
  /** Users who would be suppressed at too many sources. */
  readonly crowded: ReadonlySet<string>;
  readonly sourcesOfUser: number;
}

/**
 * Reads and checks the rows that a window begins with.
 *
 * @throws UnusableFileError
 */
export function checkRows(
  file: Pick<ImportRow, 'format' | 'delimiter' | 'columns' | 'header'>,
  window: Window,
  rules: RowRules,
): CheckedRows {
  const { rows, header, bytes, lines } = readRows(file, window, rules.most);
  const toUser = readerOf(file, header, window.bytes.subarray(0, bytes));
  const users = new Map<string, UserIdentifiers>();
  const refusals: Refusal[] = [];
  let repeated = 0;
  for (const row of rows) {
    const made = withRules(toUser(row), rules);
    if ('problem' in made) {
      refusals.push({ ...made.problem, line: row.line, fields: row.fields });
      continue;
    }
    const text = keyOf(made.user);
    if (users.has(text)) repeated += 1;
    else users.set(text, made.user);
  }
  return {
    rows: rows.length,
    users: [...users.values()],
    refusals,
    repeated,
    header,
    bytes,
    lines,
  };
}

interface ReadRows extends Read {
  readonly header: readonly string[] | null;
}

function readRows(
  { format, delimiter, header: known }: Pick<ImportRow, 'format' | 'delimiter' | 'header'>,
  window: Window,
  most: number,
): ReadRows {
  assertNoUtf16(window);
  if (format === 'ndjson') return { ...readNdjson(window, most), header: null };
  const read = readCsv(window, most, delimiter);
  if (known !== null) return { ...read, header: known };
  const [first, ...rows] = read.rows;
  if (first === undefined || first.problem !== undefined) {
    throw new UnusableFileError(
      first === undefined
        ? 'The file has no rows.'
        : `The first line, which must name the columns, ${first.problem}.`,
    );
  }
  if (first.fields.some((name) => name.includes('\0'))) {
    throw new UnusableFileError(
      'The first line, which must name the columns, must not contain U+0000. Is the file UTF-8?',
    );
  }
  return { ...read, rows, header: first.fields };
}

function readerOf(
  { format, columns }: Pick<ImportRow, 'format' | 'columns'>,
  header: readonly string[] | null,
  bytes: Buffer,
): (row: Row) => UserOfRow {
  if (format === 'ndjson' || header === null) return usersOfNdjson(columns ?? undefined);
  return usersOfCsv(chooseColumns(header, columns ?? undefined), header.length, bytes);
}

function withRules(made: UserOfRow, { targets, crowded, sourcesOfUser }: RowRules): UserOfRow {
  if ('problem' in made) return made;
  const { user } = made;
  const unable = targets.find((target) => !canIdentify(target, user));
  if (unable !== undefined) {
    const reason = `has no identifier that destination "${unable.id}" can delete by`;
    return { problem: { identifier: '', reason } };
  }
  if (!crowded.has(user.userId)) return made;
  const reason = `would be suppressed at more than ${sourcesOfUser} sources`;
  return { problem: { identifier: 'userId', reason } };
}

/** The same for exact repeats; the order of the members is that of the columns, and mostly that of NDJSON. */
function keyOf(user: UserIdentifiers): string {
  return JSON.stringify(user);
}
