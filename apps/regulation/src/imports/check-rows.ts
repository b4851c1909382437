import { normaliseUserId, type UserIdentifiers } from '@lethe/contracts';
import {
  isRefusedNdjson,
  suspicionsOf,
  type Read,
  type Row,
  type Window,
} from '@lethe/contracts/user-files';
import {
  canIdentify,
  unidentifiedAt,
  type DeletionTarget,
} from '../deletions/check-destinations.js';
import { optionsOf } from './import-table.js';
import { chooseColumns } from './reading/choose-columns.js';
import { readRows, type FileFormat, type FileRows } from './reading/read-rows.js';
import { usersOfCsv, usersOfNdjson, type Problem, type UserOfRow } from './reading/to-user.js';

export interface Refusal extends Problem {
  readonly line: number;
  readonly fields: readonly string[];
}

export interface CheckedRows extends Omit<Read, 'rows'> {
  readonly rows: number;
  readonly users: readonly UserIdentifiers[];
  readonly refusals: readonly Refusal[];
  readonly repeated: number;
  readonly header: readonly string[] | null;
  /** Delimiter between fields. The file can declare it. */
  readonly delimiter: string;
}

/** Rules that apply in addition to the rules of the API. */
export interface RowRules {
  readonly most: number;
  readonly targets: readonly DeletionTarget[];
  /** Suppression keys of users that would be suppressed at too many sources. */
  readonly crowded: ReadonlySet<string>;
  readonly sourcesOfUser: number;
}

/** Reads and checks the first rows of a window. @throws UnusableFileError */
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
    const whatToDo = 'Import it with suspicious=accept if it is correct.';
    return { problem: { identifier, reason: `${reason}. ${whatToDo}` } };
  }
  const unable = targets.find((target) => !canIdentify(target, user));
  if (unable !== undefined) {
    return { problem: { identifier: '', reason: unidentifiedAt(unable.id) } };
  }
  if (crowded.size === 0 || !crowded.has(normaliseUserId(user.userId))) return made;
  const reason = `would be suppressed at more than ${sourcesOfUser} sources`;
  return { problem: { identifier: 'userId', reason } };
}

/**
 * Returns equal texts for rows that repeat a user exactly. In CSV, the members have the sequence of
 * the columns. Most NDJSON files also have the same sequence in all lines.
 */
function keyOf(user: UserIdentifiers): string {
  return JSON.stringify(user);
}
