import type { ImportColumn } from '@lethe/api/imports';
import {
  checkUser,
  DetailsCollector,
  didYouMean,
  IMPORT_LIMITS,
  nearNameProblem,
} from '@lethe/contracts';
import { indexOfPosition, UnusableFileError } from '@lethe/contracts/user-files';

/** A column of the file, and the identifier that its values are. */
export interface Column {
  readonly index: number;
  readonly name: string;
}

/**
 * Which columns are which identifiers. Columns without a name are none.
 *
 * @param names of the columns, trimmed; empty ones where the file has no header
 * @param choices only these; without them all columns, by their names
 * @throws UnusableFileError when a column is missing, named twice or like no identifier, or none is the userId. It names no column of the
 *   file that was not asked for unless there is a userId: a file without a header begins with a user
 */
export function chooseColumns(
  names: readonly string[],
  choices?: readonly ImportColumn[],
): readonly Column[] {
  const columns =
    choices?.map(({ column, identifier }) => ({
      index: indexOf(names, column),
      name: identifier,
    })) ?? names.flatMap((name, index) => (name === '' ? [] : [{ index, name }]));
  for (const { name } of columns) refuseProblem(name, nearNameProblem(name));
  if (columns.every(({ name }) => name !== 'userId')) {
    throw new UnusableFileError(
      `No column is the userId. The first line must name the columns, of which it has ${names.length}: is it there, and is the delimiter right? Say columns=<column>=userId where it has another name, and header=absent with columns=1=userId where the file has no header.`,
    );
  }
  if (columns.length > IMPORT_LIMITS.columns) {
    throw new UnusableFileError(
      `The file has ${columns.length} columns, and a user up to ${IMPORT_LIMITS.columns} identifiers. Say with columns which ones.`,
    );
  }
  const twice = columns.find(({ name }, at) => columns.findIndex((c) => c.name === name) !== at);
  if (twice !== undefined) throw new UnusableFileError(`Two columns are "${twice.name}".`);
  for (const { name } of columns) assertIdentifier(name);
  return columns;
}

/** By the rules of the API, to which a name that is not usable is an error of each user. */
function assertIdentifier(name: string): void {
  const problems = new DetailsCollector();
  checkUser({ userId: 'u', [name]: 'x' }, 'user', problems);
  refuseProblem(name, Object.values(problems.toDetails())[0]);
}

function refuseProblem(name: string, problem: string | undefined): void {
  if (problem === undefined) return;
  throw new UnusableFileError(
    `The column "${name.slice(0, IMPORT_LIMITS.columnLength)}" ${problem}. Leave it out or give it a name with columns.`,
  );
}

function indexOf(names: readonly string[], column: string): number {
  const position = indexOfPosition(column);
  if (position !== undefined) {
    if (position < names.length) return position;
    throw new UnusableFileError(
      `There is no column ${column}: the first line has ${names.length}. Is the delimiter right?`,
    );
  }
  const index = names.indexOf(column);
  if (index !== -1 && names.lastIndexOf(column) === index) return index;
  if (index !== -1) throw new UnusableFileError(`Two columns are "${column}".`);
  const hint = didYouMean(column, names);
  throw new UnusableFileError(`There is no column "${column}"${hint}.`);
}
