import { normaliseUserId, type UserIdentifiers } from '@lethe/contracts';
import {
  isRefusedNdjson,
  suspicionsOf,
  type Read,
  type Row,
  type Window,
} from '@lethe/contracts/user-files';
import { canIdentify, type DeletionTarget } from '../deletions/check-destinations.js';
import { optionsOf } from './import-table.js';
import { chooseColumns } from './reading/choose-columns.js';
import { readRows, type FileFormat, type FileRows } from './reading/read-rows.js';
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
  /** The first row of a CSV file. */
  readonly header: readonly string[] | null;
  /** Between fields; the file itself may name it. */
  readonly delimiter: string;
}

/** What rows are held against besides the rules of the API. */
export interface RowRules {
  readonly most: number;
  readonly targets: readonly DeletionTarget[];
  /** Suppression keys of users who would be suppressed at too many sources. */
  readonly crowded: ReadonlySet<string>;
  readonly sourcesOfUser: number;
}

/**
 * Reads and checks the rows that a window begins with.
 *
 * @throws UnusableFileError
 */
export function checkRows(file: FileFormat, window: Window, rules: RowRules): CheckedRows {
  const read = readRows(file, window, rules.most);
  const { rows, header, delimiter, bytes, lines } = read;
  const toUser = readerOf(file, read);
  const acceptsSuspicious = optionsOf(file).suspicious === 'accept';
  const users = new Map<string, UserIdentifiers>();
  const refusals: Refusal[] = [];
  let repeated = 0;
  for (const row of rows) {
    const made = withRules(toUser(row), rules, acceptsSuspicious);
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
    ...{ repeated, header, delimiter, bytes, lines },
  };
}

function readerOf({ format, columns }: FileFormat, { shape }: FileRows): (row: Row) => UserOfRow {
  const options = optionsOf({ columns });
  if (format === 'ndjson' || shape === undefined || isRefusedNdjson(shape)) {
    return usersOfNdjson(options.columns);
  }
  const chosen = chooseColumns(shape.names, options.columns);
  const nameless =
    options.columns === undefined
      ? shape.names.flatMap((name, index) => (name === '' ? [index] : []))
      : [];
  return usersOfCsv({ columns: chosen, nameless, width: shape.names.length });
}

function withRules(
  made: UserOfRow,
  { targets, crowded, sourcesOfUser }: RowRules,
  acceptsSuspicious: boolean,
): UserOfRow {
  if ('problem' in made) return made;
  const { user } = made;
  const [suspicion] = acceptsSuspicious ? [] : suspicionsOf(user);
  if (suspicion !== undefined) {
    const { identifier, reason } = suspicion;
    return { problem: { identifier, reason: `${reason}; suspicious=accept takes it` } };
  }
  const unable = targets.find((target) => !canIdentify(target, user));
  if (unable !== undefined) {
    const reason = `has no identifier that destination "${unable.id}" can delete by`;
    return { problem: { identifier: '', reason } };
  }
  if (crowded.size === 0 || !crowded.has(normaliseUserId(user.userId))) return made;
  const reason = `would be suppressed at more than ${sourcesOfUser} sources`;
  return { problem: { identifier: 'userId', reason } };
}

/** The same for exact repeats; the order of the members is that of the columns, and mostly that of NDJSON. */
function keyOf(user: UserIdentifiers): string {
  return JSON.stringify(user);
}
