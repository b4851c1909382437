import type { ImportColumn } from '@lethe/api/imports';
import { checkUser, DetailsCollector, textProblem, type UserIdentifiers } from '@lethe/contracts';
import type { Row } from '@lethe/contracts/user-files';
import type { Column } from './choose-columns.js';

/** Why a row is no user. */
export interface Problem {
  /** Of which identifier; empty when of the row. */
  readonly identifier: string;
  readonly reason: string;
}

/** A user, or why a row is none. */
export type UserOfRow = { readonly user: UserIdentifiers } | { readonly problem: Problem };

/** How rows of CSV become users. */
export interface CsvColumns {
  readonly columns: readonly Column[];
  /** Indexes of columns without a name, in which no row may have a value: it would be lost without a word. */
  readonly nameless: readonly number[];
  /** How many columns the file has. */
  readonly width: number;
}

/**
 * Makes users of rows of CSV, by the rules of `POST /v2/regulations`. Cells are trimmed. An empty one is no identifier.
 */
export function usersOfCsv({ columns, nameless, width }: CsvColumns): (row: Row) => UserOfRow {
  return ({ fields, broken = [], problem }) => {
    if (problem !== undefined) return ofRow(problem);
    if (fields.length !== width) {
      return ofRow(`has ${fields.length} fields, and the first line has ${width}`);
    }
    const stray = nameless.find((index) => fields[index]?.trim() !== '');
    if (stray !== undefined) return ofRow(`has a value in column ${stray + 1}, which has no name`);
    const given: Record<string, string> = {};
    for (const { index, name } of columns) {
      const value = fields[index]?.trim() ?? '';
      if (value === '') continue;
      if (broken.includes(index)) {
        return { problem: { identifier: name, reason: 'is not UTF-8' } };
      }
      const reason = textProblem(value);
      if (reason !== undefined) return { problem: { identifier: name, reason } };
      given[name] = value;
    }
    return checked(given);
  };
}

/** The same for members of NDJSON. @param columns the members that are taken, and as what; all when absent */
export function usersOfNdjson(
  columns: readonly ImportColumn[] | undefined,
): (row: Row) => UserOfRow {
  return ({ value, problem }) => {
    if (problem !== undefined) return ofRow(problem);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return ofRow('must be an object with a userId');
    }
    if (columns === undefined) return checked(value);
    const members = value as Readonly<Record<string, unknown>>;
    const given = columns.flatMap(({ column, identifier }) =>
      Object.hasOwn(members, column) ? [[identifier, members[column]] as const] : [],
    );
    return checked(Object.fromEntries(given));
  };
}

function checked(given: object): UserOfRow {
  const problems = new DetailsCollector();
  const user = checkUser(given, 'row', problems);
  if (user !== undefined) return { user };
  const all = Object.entries(problems.toDetails()).map(
    ([path, reason]) => [path.replace(/^row\.?/, ''), reason] as const,
  );
  const [[identifier, reason] = ['', 'is no user'], ...more] = all;
  const others = more.map(([name, other]) => `; ${name} ${other}`).join('');
  return { problem: { identifier, reason: `${reason}${others}` } };
}

function ofRow(reason: string): UserOfRow {
  return { problem: { identifier: '', reason } };
}
