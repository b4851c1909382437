import type { ImportColumn } from '@lethe/api/imports';
import {
  checkUser,
  DetailsCollector,
  didYouMean,
  IMPORT_LIMITS,
  nearNameProblem,
} from '@lethe/contracts';
import { indexOfPosition, UnusableFileError } from '@lethe/contracts/user-files';

export interface Column {
  readonly index: number;
  readonly name: string;
}

/**
 * Assigns columns to identifiers. Skips columns without a name.
 *
 * @param names trimmed names; empty texts if the file has no header
 * @param choices columns to use; if absent, all columns by their names
 * @param others indexes of columns that are no identifiers
 * @throws UnusableFileError if a column is missing, is used twice, or has a name that resembles an
 *   identifier. Also throws it if no column is the userId. In this last case the message quotes no
 *   column, because the first line can contain a user
 */
export function chooseColumns(
  names: readonly string[],
  choices: readonly ImportColumn[] | undefined,
  others: readonly number[] = [],
): readonly Column[] {
  if (new Set(others).size < others.length) {
    throw new UnusableFileError(
      'The column of the time is also the column of the law. Name another column in received_at_column or law_column.',
    );
  }
  const columns =
    choices?.map(({ column, identifier }) => ({
      index: indexOfColumn(names, column),
      name: identifier,
    })) ??
    names.flatMap((name, index) =>
      name === '' || others.includes(index) ? [] : [{ index, name }],
    );
  const other = columns.find(({ index }) => others.includes(index));
  if (other !== undefined) {
    throw new UnusableFileError(
      `The column of the identifier "${other.name}" is also the column of the time or the law. Leave it out of the parameter columns.`,
    );
  }
  for (const { name } of columns) refuseProblem(name, nearNameProblem(name));
  if (choices === undefined && others.some((index) => names[index] === 'userId')) {
    throw new UnusableFileError(
      'The column "userId" is also the column of the time or the law. Name another column there.',
    );
  }
  if (columns.every(({ name }) => name !== 'userId')) {
    throw new UnusableFileError(
      `The file has no userId column. The first line must name the columns. Columns found: ${names.length}. Check this line and the delimiter. If the column has another name, send columns=<column>=userId. If the file has no header, send header=absent and columns=1=userId.`,
    );
  }
  if (columns.length > IMPORT_LIMITS.columns) {
    throw new UnusableFileError(
      `The file has ${columns.length} columns, but a user has at most ${IMPORT_LIMITS.columns} identifiers. Choose the columns to import with the parameter columns.`,
    );
  }
  const twice = columns.find(({ name }, at) => columns.findIndex((c) => c.name === name) !== at);
  if (twice !== undefined)
    throw new UnusableFileError(`Two columns have the name "${twice.name}". Select one of them.`);
  for (const { name } of columns) assertIdentifier(name);
  return columns;
}

/**
 * Checks a name by the rules of the API. Without this check, a wrong name would cause an error for
 * each user.
 */
function assertIdentifier(name: string): void {
  const problems = new DetailsCollector();
  checkUser({ userId: 'u', [name]: 'x' }, 'user', problems);
  refuseProblem(name, Object.values(problems.toDetails())[0]);
}

function refuseProblem(name: string, problem: string | undefined): void {
  if (problem === undefined) return;
  const sentence = problem.endsWith('?') ? problem : `${problem}.`;
  throw new UnusableFileError(
    `The column "${name.slice(0, IMPORT_LIMITS.columnLength)}" ${sentence} Leave it out, or give it another name with the parameter columns.`,
  );
}

/** @throws UnusableFileError if the file has no such column, or several */
export function indexOfColumn(names: readonly string[], column: string): number {
  const position = indexOfPosition(column);
  if (position !== undefined) {
    if (position < names.length) return position;
    throw new UnusableFileError(
      `There is no column ${column}: the first line has ${names.length} columns. Check the delimiter.`,
    );
  }
  const index = names.indexOf(column);
  if (index !== -1 && names.lastIndexOf(column) === index) return index;
  if (index !== -1)
    throw new UnusableFileError(`Two columns have the name "${column}". Rename one of them.`);
  const hint = didYouMean(column, names) || '.'; // a hint ends with a question mark
  throw new UnusableFileError(`There is no column "${column}"${hint}`);
}
