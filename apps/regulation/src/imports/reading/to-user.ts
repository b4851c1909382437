import type { ImportColumn } from '@lethe/api/imports';
import { checkUser, DetailsCollector, textProblem, type UserIdentifiers } from '@lethe/contracts';
import type { Row } from '@lethe/contracts/user-files';
import type { DemandOfRow } from '../../record/new-regulations.js';
import type { Column } from './choose-columns.js';

export interface Problem {
  /** Name of the identifier; empty if the problem concerns the whole row. */
  readonly identifier: string;
  readonly reason: string;
}

/** A user of a file, with what the row states about the demand. */
export interface FileUser extends DemandOfRow {
  readonly user: UserIdentifiers;
}

export type UserOfRow = FileUser | { readonly problem: Problem };

export interface CsvColumns {
  readonly columns: readonly Column[];
  /**
   * Columns without a name. A row with a value in one of them is refused, because the value would
   * be lost without notice.
   */
  readonly nameless: readonly number[];
  readonly width: number;
}

/**
 * Converts rows of CSV to users, by the rules of `POST /v2/regulations`. Trims cells and skips
 * empty cells.
 */
export function usersOfCsv({ columns, nameless, width }: CsvColumns): (row: Row) => UserOfRow {
  return ({ fields, broken = [], problem }) => {
    if (problem !== undefined) return ofRow(problem);
    if (fields.length !== width) {
      return ofRow(`has ${fields.length} fields, but the first line has ${width}`);
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

/**
 * Converts NDJSON to users.
 *
 * @param columns members to use, with their identifiers; if absent, all members
 * @param others members that are no identifiers
 */
export function usersOfNdjson(
  columns: readonly ImportColumn[] | undefined,
  others: readonly string[] = [],
): (row: Row) => UserOfRow {
  return ({ value, problem }) => {
    if (problem !== undefined) return ofRow(problem);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return ofRow('must be an object with a userId');
    }
    if (columns === undefined && others.length === 0) return checked(value);
    const members = value as Readonly<Record<string, unknown>>;
    if (columns === undefined) {
      return checked(
        Object.fromEntries(Object.entries(members).filter(([name]) => !others.includes(name))),
      );
    }
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
  const [[identifier, reason] = ['', 'is not a user'], ...more] = all;
  const others = more.map(([name, other]) => `; ${name} ${other}`).join('');
  return { problem: { identifier, reason: `${reason}${others}` } };
}

function ofRow(reason: string): UserOfRow {
  return { problem: { identifier: '', reason } };
}
