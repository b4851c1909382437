import { checkUser, DetailsCollector, didYouMean } from '@lethe/contracts';
import { CommandFailure } from '../command-context.js';

/** A column of the file, and the identifier that its values are. */
export interface Column {
  readonly index: number;
  readonly name: string;
}

/** How `--columns` names a column: by itself, or with the identifier that it holds. */
export interface ColumnChoice {
  readonly column: string;
  readonly name: string;
}

/** @param list `user_id=userId,email` */
export function parseColumns(list: string): ColumnChoice[] {
  return list.split(',').map((part) => {
    const [column = '', name = column] = part.split('=').map((text) => text.trim());
    return { column, name };
  });
}

/**
 * Which columns are sent, and as what.
 *
 * @param header the first row of the file
 * @param choices only these; without them all columns, by their names
 * @throws CommandFailure when a column is missing, named twice or like no identifier, or none is the userId
 */
export function chooseColumns(
  header: readonly string[],
  choices?: readonly ColumnChoice[],
): readonly Column[] {
  const names = header.map((name) => name.trim());
  const columns =
    choices?.map(({ column, name }) => ({ index: indexOf(names, column), name })) ??
    names.map((name, index) => ({ index, name }));
  if (columns.every(({ name }) => name !== 'userId')) {
    // A file without a header begins with a user, who is not to be named.
    throw new CommandFailure(
      `No column is the userId. The first line must name the columns, of which there ${names.length === 1 ? 'is 1: see --delimiter' : `are ${names.length}`}. Say --columns <column>=userId.`,
    );
  }
  const twice = columns.find(({ name }, at) => columns.findIndex((c) => c.name === name) !== at);
  if (twice !== undefined) throw new CommandFailure(`Two columns are "${twice.name}".`);
  for (const { name } of columns) assertIdentifier(name);
  return columns;
}

/** By the rules of the API, to which a name that is not usable is an error of each user. */
function assertIdentifier(name: string): void {
  const problems = new DetailsCollector();
  checkUser({ userId: 'u', [name]: 'x' }, 'user', problems);
  const [problem] = Object.values(problems.toDetails());
  if (problem === undefined) return;
  throw new CommandFailure(
    `The column "${name}" ${problem}. Leave it out or give it a name with --columns.`,
  );
}

function indexOf(names: readonly string[], column: string): number {
  const index = names.indexOf(column);
  if (index !== -1 && names.lastIndexOf(column) === index) return index;
  const problem = index === -1 ? `There is no column "${column}"` : `Two columns are "${column}"`;
  throw new CommandFailure(`${problem}${index === -1 ? didYouMean(column, names) : ''}.`);
}
