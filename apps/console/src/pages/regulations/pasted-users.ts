import {
  cellsOf,
  isRefusedNdjson,
  knownIdentifier,
  shapeOf,
  suspicionsOf,
} from '@lethe/contracts/user-files';
import type { Schemas } from '../../api/client.js';
import { columnsOfHeader, columnsOfValues, type PastedColumn } from './column-meanings.js';
import {
  delimiterIn,
  linesOf,
  trimmed,
  type Line,
  type PasteDelimiter,
} from './paste-delimiters.js';
import { TEXTS } from './texts.js';

const { pastedUsers: texts } = TEXTS;

export type PastedUser = Schemas['CreateRegulationsDto']['users'][number];

/** Choices for splitting pasted text. The parser guesses missing choices. */
export interface PasteChoice {
  readonly delimiter?: PasteDelimiter;
  readonly layout?: PasteLayout;
}
/** With `columns`, each line is one user. With `list`, each cell is one user. */
export type PasteLayout = 'columns' | 'list';

/** A parsed user, or the reason why the line contains none. */
export interface PastedRow {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly user?: PastedUser;
  readonly problem?: string;
  /** Probable mistakes, such as "userId looks like …". */
  readonly warnings: readonly string[];
}

export interface PastedUsers {
  readonly delimiter: PasteDelimiter;
  /** Undefined if the parser cannot guess the layout. The user must then choose it. */
  readonly layout: PasteLayout | undefined;
  /** True if a line has several cells, and neither a header nor names explain the cells. */
  readonly isAmbiguous: boolean;
  readonly hasHeader: boolean;
  /** Positions of excluded columns, from 1. */
  readonly leftOut: readonly number[];
  readonly rows: readonly PastedRow[];
}

/** A named identifier, such as `email=user-1@example.com`. */
const NAMED = /^([A-Za-z0-9_.$-]{1,64})=(.*)$/s;

/**
 * Parses users from a spreadsheet, a list, or lines of `name=value` pairs. Reads CSV in the same
 * way as imports.
 */
export function readPastedUsers(text: string, choice: PasteChoice = {}): PastedUsers {
  const delimiter = choice.delimiter ?? delimiterIn(text);
  const lines = linesOf(text, delimiter);
  const header = headerOf(lines);
  const common = { delimiter, hasHeader: header !== undefined };
  if (header !== undefined) return { ...common, ...inColumns(header.columns), rows: header.rows };
  if (lines.some(({ cells }) => cells.slice(1).some((cell) => namedIn(cell)))) {
    return { ...common, ...inColumns([]), rows: lines.map(namedRowOf) };
  }
  const values = columnsOfValues(lines.map(({ cells }) => cells));
  const isAmbiguous = lines.some(({ cells }) => cells.length > 1);
  const layout = choice.layout ?? values.layout;
  if (layout !== 'columns') {
    const rows = layout === 'list' ? warnedOfName(lines.flatMap(rowsOfList)) : [];
    return { ...common, layout, isAmbiguous, leftOut: [], rows };
  }
  const rows = warnedOfName(lines.map((line) => rowOf(line, values.columns)));
  return { ...common, ...inColumns(values.columns), isAmbiguous, rows };
}

interface Header {
  readonly columns: readonly PastedColumn[];
  readonly rows: readonly PastedRow[];
}

/**
 * Returns the columns of a header line, and the rows below. If the text is a list of refused rows,
 * removes the columns that Lethe has added, as imports do.
 */
function headerOf([first, ...others]: readonly Line[]): Header | undefined {
  if (first === undefined || first.problem !== undefined) return undefined;
  try {
    const shape = shapeOf(first.cells);
    const known = columnsOfHeader(shape.names);
    if (known === undefined && shape.added.length === 0) return undefined;
    const columns = known ?? shape.names.map(() => undefined);
    if (isRefusedNdjson(shape)) {
      return { columns, rows: others.map(({ line }) => refused(line, texts.refusedNdjson)) };
    }
    const rows = others.map(({ fields, ...line }) =>
      rowOf({ ...line, cells: trimmed(cellsOf(shape, fields)) }, columns),
    );
    return { columns, rows };
  } catch (error) {
    const problem = error instanceof Error ? error.message : texts.unreadable;
    return { columns: [], rows: [refused(first.line, problem)] };
  }
}

/**
 * Adds a warning if the first user id is probably the name of a column. Only this id then has
 * neither a digit nor an @.
 */
function warnedOfName(rows: readonly PastedRow[]): readonly PastedRow[] {
  const [first, ...others] = rows;
  if (first?.user === undefined || others.length === 0 || !isName(first)) return rows;
  if (others.some(isName)) return rows;
  return [{ ...first, warnings: [...first.warnings, texts.mayBeName] }, ...others];
}

function isName({ user }: PastedRow): boolean {
  return !/[\p{N}@]/u.test(user?.userId ?? '');
}

function inColumns(columns: readonly PastedColumn[]) {
  const leftOut = columns.flatMap((column, index) => (column === undefined ? [index + 1] : []));
  return { layout: 'columns', isAmbiguous: false, leftOut } as const;
}

function rowOf(
  { line, cells, problem }: Omit<Line, 'fields'>,
  columns: readonly PastedColumn[],
): PastedRow {
  if (problem !== undefined) return refused(line, problem);
  if (cells.length > columns.length) {
    return refused(line, texts.otherCount(cells.length, columns.length));
  }
  const given = columns.flatMap((name, index) => {
    const value = cells[index] ?? '';
    return name === undefined || value === '' ? [] : [[name, value] as const];
  });
  if (!columns.includes('userId')) return refused(line, texts.noUserIdColumn);
  return understood(line, Object.fromEntries(given));
}

/**
 * @returns name and value of a cell such as `email=user-1@example.com`; undefined for other cells,
 * such as base64 ids that end with equal signs
 */
function namedIn(cell: string): readonly [string, string] | undefined {
  const [, name, value = ''] = NAMED.exec(cell) ?? [];
  if (name === undefined) return undefined;
  const hasValue = /[^=\s]/.test(value);
  return hasValue || knownIdentifier(name) !== undefined ? [name, value.trim()] : undefined;
}

function namedRowOf({ line, cells, problem }: Line): PastedRow {
  if (problem !== undefined) return refused(line, problem);
  const [userId = '', ...further] = cells;
  const unnamed = further.find((cell) => namedIn(cell) === undefined);
  if (unnamed !== undefined) {
    return refused(line, texts.unnamed(unnamed));
  }
  const named = further.map((cell) => namedIn(cell) ?? (['', ''] as const));
  const given = [['userId', userId] as const, ...named].filter(([, value]) => value !== '');
  const twice = given.find(([name], at) => given.findIndex(([one]) => one === name) !== at);
  if (twice !== undefined) return refused(line, texts.twice(twice[0]));
  return understood(line, Object.fromEntries(given));
}

function rowsOfList({ line, cells, problem }: Line): PastedRow[] {
  if (problem !== undefined) return [refused(line, problem)];
  return cells.filter((cell) => cell !== '').map((userId) => understood(line, { userId }));
}

function understood(line: number, given: Readonly<Record<string, string>>): PastedRow {
  const { userId } = given;
  if (userId === undefined) return refused(line, texts.noUserId);
  const user = { ...given, userId };
  const warnings = suspicionsOf(user).map(({ identifier, reason }) => `${identifier} ${reason}`);
  return { line, user, warnings };
}

function refused(line: number, problem: string): PastedRow {
  return { line, problem, warnings: [] };
}

/**
 * Returns the position in the pasted text for a path of the API. For example, `users[2].email` can
 * give `line 3 (email)`.
 */
export function placeOf(path: string, lines: readonly number[]): string {
  const found = /^users\[(\d+)\](?:\.(.+)|\[(.+)\])?$/.exec(path);
  if (found === null) return path;
  const line = lines[Number(found[1])];
  const name = found[2] ?? found[3];
  if (line === undefined) return path;
  return name === undefined ? texts.line(line) : texts.lineOf(line, name);
}
