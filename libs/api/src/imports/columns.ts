import { IMPORT_LIMITS, textProblem } from '@lethe/contracts';
import { indexOfPosition, looksLikeData } from '@lethe/contracts/user-files';
import type { Kind } from '../definition/index.js';

/** Column of a CSV file, or member of an NDJSON object, and the identifier that it contains. */
export interface ImportColumn {
  /** Name. For CSV, it can also be the position. The first column has position 1. */
  readonly column: string;
  readonly identifier: string;
}

const { columns: MOST, columnLength: LONGEST } = IMPORT_LIMITS;

/**
 * Columns in a query, such as `user_id=userId,email`. Without `=`, column and identifier have the
 * same name.
 */
export const columns: Kind = {
  schema: { type: 'string', example: 'user_id=userId,email' },
  fromText: (text) =>
    text.split(',').map((part) => {
      const [column = '', identifier = column] = part.split('=').map((name) => name.trim());
      return { column, identifier };
    }),
  check: (value, report) => {
    if (!Array.isArray(value) || !value.every(isColumn)) {
      report('must be a list of column=identifier, separated by commas');
    } else if (value.length > MOST || value.some(isLong)) {
      report(`must have at most ${MOST} columns, each name at most ${LONGEST} characters`);
    } else if (value.every(({ identifier }) => identifier !== 'userId')) {
      report('must name the column of the userId, such as column=userId');
    }
  },
};

/** One column or member in a query. For CSV, it can also be a position. */
export const column: Kind = {
  schema: { type: 'string' },
  saysOnce: true,
  check: (value, report) => {
    const isOne = typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST;
    if (isOne && textProblem(value) === undefined) return;
    report(`must be one name or position of a column, of at most ${LONGEST} characters`);
  },
  take: (value) => (value as string).trim(),
};

/**
 * Returns the problem of a column that states when a person asked, or the law; or undefined. The
 * text contains no column name, because such a name can be an e-mail address.
 */
export function demandColumnProblem(
  value: unknown,
  { columns: chosen, header }: { readonly columns?: unknown; readonly header?: unknown },
): string | undefined {
  if (typeof value !== 'string') return undefined; // absent, or a problem of its own
  const name = value.trim();
  if (header === 'absent' && indexOfPosition(name) === undefined) {
    return 'must be the position of the column, as the file has no header; for example 3';
  }
  const isChosen =
    Array.isArray(chosen) && chosen.some((one) => isColumn(one) && one.column === name);
  return isChosen ? 'is also in columns; leave it out there' : undefined;
}

/** Returns the problem of the columns for a file without a header, or undefined. */
export function positionsProblem(columns: unknown): string | undefined {
  if (Array.isArray(columns) && columns.every((one) => isColumn(one) && isPosition(one))) return;
  return 'must name each column by its position, as the file has no header; for example columns=1=userId,2=email';
}

/**
 * Returns the problem of the columns for a CSV file, or undefined. The text contains no column
 * name, because such a name can be an e-mail address.
 */
export function namesProblem(columns: readonly ImportColumn[] = []): string | undefined {
  if (!columns.some((one) => !isPosition(one) && looksLikeData(one.column))) return undefined;
  return 'has a column name that looks like an address, a number or an id. The first line of a file without a header is a user, and has no column names. Name the columns by position, such as columns=1=userId, and add header=absent, or header=present if the file has a header';
}

function isColumn(value: unknown): value is ImportColumn {
  const { column, identifier } = Object(value) as Partial<Record<string, unknown>>;
  return [column, identifier].every(
    (name) => typeof name === 'string' && name !== '' && textProblem(name) === undefined,
  );
}

function isLong({ column, identifier }: ImportColumn): boolean {
  return Math.max(column.length, identifier.length) > LONGEST;
}

function isPosition({ column }: ImportColumn): boolean {
  return indexOfPosition(column) !== undefined;
}
