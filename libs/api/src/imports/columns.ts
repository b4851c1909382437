import { IMPORT_LIMITS, textProblem } from '@lethe/contracts';
import { indexOfPosition, looksLikeData } from '@lethe/contracts/user-files';
import type { Kind } from '../definition/index.js';

/** Which column of a CSV file, or member of an object, is which identifier. */
export interface ImportColumn {
  /** Its name, or in CSV its position from 1 on. */
  readonly column: string;
  readonly identifier: string;
}

const { columns: MOST, columnLength: LONGEST } = IMPORT_LIMITS;

/** In a query `user_id=userId,email`: a column, and the identifier that it is where its name is another. */
export const columns: Kind = {
  schema: { type: 'string', example: 'user_id=userId,email' },
  fromText: (text) =>
    text.split(',').map((part) => {
      const [column = '', identifier = column] = part.split('=').map((name) => name.trim());
      return { column, identifier };
    }),
  check: (value, report) => {
    if (!Array.isArray(value) || !value.every(isColumn)) {
      report('must be column=identifier, separated by commas');
    } else if (value.length > MOST || value.some(isLong)) {
      report(`must not hold more than ${MOST} columns, of up to ${LONGEST} characters`);
    } else if (value.every(({ identifier }) => identifier !== 'userId')) {
      report('must say which column is the userId: column=userId');
    }
  },
};

/** What is wrong with columns of a file without a header. */
export function positionsProblem(columns: unknown): string | undefined {
  if (Array.isArray(columns) && columns.every((one) => isColumn(one) && isPosition(one))) return;
  return 'must name each column by its position where the file has no header, such as columns=1=userId,2=email';
}

/** What is wrong with columns of a CSV file. The name is not repeated: it may be an address. */
export function namesProblem(columns: readonly ImportColumn[] = []): string | undefined {
  if (!columns.some((one) => !isPosition(one) && looksLikeData(one.column))) return undefined;
  return 'names a column by what looks like an address, a number or an id. A file without a header begins with a person: name the columns by position, such as columns=1=userId, with header=absent for a file without a header or header=present for one with it';
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
