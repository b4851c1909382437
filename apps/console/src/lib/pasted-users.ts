import {
  isEmptyRow,
  readCsvText,
  suspicionsOf,
  withoutQuotedCells,
} from '@lethe/contracts/user-files';
import type { Schemas } from '../api/client.js';
import { columnsOfHeader, columnsOfValues, type PastedColumn } from './pasted-columns.js';

export type PastedUser = Schemas['CreateRegulationsDto']['users'][number];

/** How pasted text is split; what is not said is guessed. */
export interface PasteChoice {
  readonly delimiter?: PasteDelimiter;
  readonly layout?: PasteLayout;
}
export type PasteDelimiter = '\t' | ';' | ',' | 'none';
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

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problem?: string;
}

/** A further identifier with its name: `email=user-1@example.com`. */
const NAMED = /^[A-Za-z0-9_.$-]{1,64}=/;

/** Reads users from text as imports read CSV: from a spreadsheet, a list, or lines such as `user-1, email=user-1@example.com`. */
export function readPastedUsers(text: string, choice: PasteChoice = {}): PastedUsers {
  const delimiter = choice.delimiter ?? delimiterIn(text);
  const lines = linesOf(text, delimiter);
  const header =
    lines[0]?.problem === undefined ? columnsOfHeader(lines[0]?.cells ?? []) : undefined;
  const common = { delimiter, hasHeader: header !== undefined };
  if (header !== undefined) {
    const rows = lines.slice(1).map((line) => rowOf(line, header));
    return { ...common, ...inColumns(header), rows };
  }
  if (lines.some(({ cells }) => cells.slice(1).some((cell) => NAMED.test(cell)))) {
    return { ...common, ...inColumns([]), rows: lines.map(namedRowOf) };
  }
  const values = columnsOfValues(lines.map(({ cells }) => cells));
  const isAmbiguous = lines.some(({ cells }) => cells.length > 1);
  const layout = choice.layout ?? values.layout;
  if (layout !== 'columns') {
    const rows = layout === 'list' ? lines.flatMap(rowsOfList) : [];
    return { ...common, layout, isAmbiguous, leftOut: [], rows };
  }
  const rows = lines.map((line) => rowOf(line, values.columns));
  return { ...common, ...inColumns(values.columns), isAmbiguous, rows };
}

function inColumns(columns: readonly PastedColumn[]) {
  const leftOut = columns.flatMap((column, index) => (column === undefined ? [index + 1] : []));
  return { layout: 'columns', isAmbiguous: false, leftOut } as const;
}

/** A tab or a semicolon is hardly part of an id, so it decides; a comma only where there is neither. Cells in quotes are no lines as they are. */
function delimiterIn(text: string): PasteDelimiter {
  const bare = withoutQuotedCells(text);
  const alone = bare === text ? 'none' : ',';
  return (['\t', ';', ','] as const).find((one) => bare.includes(one)) ?? alone;
}

function linesOf(text: string, delimiter: PasteDelimiter): Line[] {
  const read =
    delimiter === 'none'
      ? text.split(/\r\n|\n|\r/).map((line, index) => ({ line: index + 1, fields: [line] }))
      : readCsvText(text, delimiter);
  return read
    .filter(({ fields }) => !isEmptyRow(fields))
    .map(({ fields, ...row }) => {
      const cells = fields.map((field) => field.trim());
      while (cells.at(-1) === '') cells.pop();
      return { ...row, cells };
    });
}

function rowOf({ line, cells, problem }: Line, columns: readonly PastedColumn[]): PastedRow {
  if (problem !== undefined) return refused(line, problem);
  if (cells.length > columns.length) {
    return refused(line, `has ${cells.length} fields, and the others have ${columns.length}`);
  }
  const given = columns.flatMap((name, index) => {
    const value = cells[index] ?? '';
    return name === undefined || value === '' ? [] : [[name, value] as const];
  });
  return understood(line, Object.fromEntries(given));
}

function namedRowOf({ line, cells, problem }: Line): PastedRow {
  if (problem !== undefined) return refused(line, problem);
  const [userId = '', ...further] = cells;
  const unnamed = further.find((cell) => !NAMED.test(cell));
  if (unnamed !== undefined) {
    return refused(line, `has “${unnamed}” without a name, such as email=${unnamed}`);
  }
  const given = further.map((cell) => {
    const equals = cell.indexOf('=');
    return [cell.slice(0, equals), cell.slice(equals + 1).trim()] as const;
  });
  return understood(line, { ...(userId === '' ? {} : { userId }), ...Object.fromEntries(given) });
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
