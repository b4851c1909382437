import { normaliseUserId, type UserIdentifiers } from '@lethe/contracts';
import {
  isRefusedNdjson,
  suspicionsOf,
  type Read,
  type Row,
  type Window,
} from '@lethe/contracts/user-files';
import { UNIDENTIFIED_EVERYWHERE } from '../deletions/all-destinations.js';
import {
  canIdentify,
  unidentifiedAt,
  type DeletionTarget,
} from '../deletions/check-destinations.js';
import { optionsOf } from './import-table.js';
import { chooseColumns, indexOfColumn } from './reading/choose-columns.js';
import { withDemands } from './reading/demands.js';
import { readRows, type FileFormat, type FileRows } from './reading/read-rows.js';
import {
  usersOfCsv,
  usersOfNdjson,
  type FileUser,
  type Problem,
  type UserOfRow,
} from './reading/to-user.js';

export interface Refusal extends Problem {
  readonly line: number;
  readonly fields: readonly string[];
}

export interface CheckedRows extends Omit<Read, 'rows'> {
  readonly rows: number;
  readonly users: readonly FileUser[];
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
  /** Whether the import is for all destinations, so that one of them is enough for a row. */
  readonly isForAll: boolean;
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
  const users = new Map<string, FileUser>();
  const refusals: Refusal[] = [];
  let repeated = 0;
  for (const row of rows) {
    const made = withRules(toUser(row), rules, acceptsSuspicious);
    if ('problem' in made) {
      refusals.push({ ...made.problem, line: row.line, fields: row.fields });
      continue;
    }
    const text = keyOf(made);
    if (users.has(text)) repeated += 1;
    else users.set(text, made);
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
  const { receivedAtColumn, lawColumn } = options;
  if (format === 'ndjson' || shape === undefined || isRefusedNdjson(shape)) {
    const member = (name: string | undefined) =>
      name === undefined ? undefined : ({ value }: Row) => memberOf(value, name);
    const others = [receivedAtColumn, lawColumn].flatMap((name) => name ?? []);
    return withDemands(usersOfNdjson(options.columns, others), {
      receivedAt: member(receivedAtColumn),
      law: member(lawColumn),
    });
  }
  const { names } = shape;
  const [receivedAt, law] = [receivedAtColumn, lawColumn].map((name) =>
    name === undefined ? undefined : indexOfColumn(names, name),
  );
  const others = [receivedAt, law].flatMap((index) => index ?? []);
  const nameless =
    options.columns === undefined
      ? names.flatMap((name, index) => (name === '' && !others.includes(index) ? [index] : []))
      : [];
  const field = (index: number | undefined) =>
    index === undefined ? undefined : ({ fields }: Row) => fields[index];
  return withDemands(
    usersOfCsv({
      columns: chooseColumns(names, options.columns, others),
      nameless,
      width: names.length,
    }),
    { receivedAt: field(receivedAt), law: field(law) },
  );
}

function memberOf(value: unknown, name: string): unknown {
  return Object.hasOwn(Object(value) as object, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function withRules(made: UserOfRow, rules: RowRules, acceptsSuspicious: boolean): UserOfRow {
  if ('problem' in made) return made;
  const { user } = made;
  const { crowded, sourcesOfUser } = rules;
  const [suspicion] = acceptsSuspicious ? [] : suspicionsOf(user);
  if (suspicion !== undefined) {
    const { identifier, reason } = suspicion;
    const whatToDo = 'Import it with suspicious=accept if it is correct.';
    return { problem: { identifier, reason: `${reason}. ${whatToDo}` } };
  }
  const reason = unidentified(user, rules);
  if (reason !== undefined) return { problem: { identifier: '', reason } };
  if (crowded.size === 0 || !crowded.has(normaliseUserId(user.userId))) return made;
  const tooMany = `would be suppressed at more than ${sourcesOfUser} sources`;
  return { problem: { identifier: 'userId', reason: tooMany } };
}

/** Returns the reason why no deletion of a user can be ordered, or undefined. */
function unidentified(user: UserIdentifiers, { targets, isForAll }: RowRules): string | undefined {
  const unable = targets.find((target) => !canIdentify(target, user));
  if (unable === undefined) return undefined;
  if (!isForAll) return unidentifiedAt(unable.id);
  return targets.some((target) => canIdentify(target, user)) ? undefined : UNIDENTIFIED_EVERYWHERE;
}

/**
 * Returns equal texts, in JSON, for rows that repeat a user exactly, with the same demand. In CSV, the members have the sequence of
 * the columns. Most NDJSON files also have the same sequence in all lines.
 */
export function keyOf({ user, receivedAt, law }: FileUser): string {
  const isPlain = receivedAt === undefined && law === undefined;
  return JSON.stringify(isPlain ? user : [user, receivedAt, law]);
}
