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

export type PastedUser = Schemas['CreateRegulationsDto']['users'][number];

/** How pasted text is split; what is not said is guessed. */
export interface PasteChoice {
  readonly delimiter?: PasteDelimiter;
  readonly layout?: PasteLayout;
}
/** `columns`: a line is one user. `list`: each cell is one. */
export type PasteLayout = 'columns' | 'list';

/** A user as it was understood, or why there is none. */
export interface PastedRow {
  /** From 1 on. */
  readonly line: number;
  readonly user?: PastedUser;
  readonly problem?: string;
  /** What is allowed and probably a mistake: "userId looks like …". */
  readonly warnings: readonly string[];
}

/** Pasted text as it was understood. */
export interface PastedUsers {
  readonly delimiter: PasteDelimiter;
  /** Undefined where the text does not show it: then the person has to say. */
  readonly layout: PasteLayout | undefined;
  /** Lines have several cells, and nothing says what these are. */
  readonly isAmbiguous: boolean;
  /** The first line named the columns. */
  readonly hasHeader: boolean;
  /** Positions from 1 on of columns that are left out. */
  readonly leftOut: readonly number[];
  readonly rows: readonly PastedRow[];
}

/** A further identifier with its name: `email=user-1@example.com`. */
const NAMED = /^([A-Za-z0-9_.$-]{1,64})=(.*)$/s;

/** Reads users from text as imports read CSV: from a spreadsheet, a list, or lines such as `user-1, email=user-1@example.com`. */
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

/** The names in the first line, if there are some, and the rows below. What an export added is taken away, as imports do. */
function headerOf([first, ...others]: readonly Line[]): Header | undefined {
  if (first === undefined || first.problem !== undefined) return undefined;
  try {
    const shape = shapeOf(first.cells);
    const known = columnsOfHeader(shape.names);
    if (known === undefined && shape.added.length === 0) return undefined;
    const columns = known ?? shape.names.map(() => undefined);
    if (isRefusedNdjson(shape)) {
      const problem = 'is a refused line of NDJSON: import it as a file';
      return { columns, rows: others.map(({ line }) => refused(line, problem)) };
    }
    const rows = others.map(({ fields, ...line }) =>
      rowOf({ ...line, cells: trimmed(cellsOf(shape, fields)) }, columns),
    );
    return { columns, rows };
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'cannot be read';
    return { columns: [], rows: [refused(first.line, problem)] };
  }
}

/** Warns of a first line that differs from the others as a name does: those have a number or an address. */
function warnedOfName(rows: readonly PastedRow[]): readonly PastedRow[] {
  const [first, ...others] = rows;
  if (first?.user === undefined || others.length === 0 || !isName(first)) return rows;
  if (others.some(isName)) return rows;
  const warning = 'userId may be the name of a column: only this one has neither a digit nor an @';
  return [{ ...first, warnings: [...first.warnings, warning] }, ...others];
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
    return refused(line, `has ${cells.length} fields, and the others have ${columns.length}`);
  }
  const given = columns.flatMap((name, index) => {
    const value = cells[index] ?? '';
    return name === undefined || value === '' ? [] : [[name, value] as const];
  });
  if (!columns.includes('userId')) return refused(line, 'has no user id: name its column userId');
  return understood(line, Object.fromEntries(given));
}

/** @returns name and value; undefined for another cell, such as an id in base64, which may end with equal signs */
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
    return refused(line, `has “${unnamed}” without a name, such as email=${unnamed}`);
  }
  const named = further.map((cell) => namedIn(cell) ?? (['', ''] as const));
  const given = [['userId', userId] as const, ...named].filter(([, value]) => value !== '');
  const twice = given.find(([name], at) => given.findIndex(([one]) => one === name) !== at);
  if (twice !== undefined) return refused(line, `has “${twice[0]}” twice`);
  return understood(line, Object.fromEntries(given));
}

function rowsOfList({ line, cells, problem }: Line): PastedRow[] {
  if (problem !== undefined) return [refused(line, problem)];
  return cells.filter((cell) => cell !== '').map((userId) => understood(line, { userId }));
}

function understood(line: number, given: Readonly<Record<string, string>>): PastedRow {
  const { userId } = given;
  if (userId === undefined) return refused(line, 'has no user id');
  const user = { ...given, userId };
  const warnings = suspicionsOf(user).map(({ identifier, reason }) => `${identifier} ${reason}`);
  return { line, user, warnings };
}

function refused(line: number, problem: string): PastedRow {
  return { line, problem, warnings: [] };
}

/** `line 3 (email)` for `users[2].email`. */
export function placeOf(path: string, lines: readonly number[]): string {
  const found = /^users\[(\d+)\](?:\.(.+)|\[(.+)\])?$/.exec(path);
  if (found === null) return path;
  const line = lines[Number(found[1])];
  const name = found[2] ?? found[3];
  if (line === undefined) return path;
  return name === undefined ? `line ${line}` : `line ${line} (${name})`;
}
