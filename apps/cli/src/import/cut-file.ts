import { CommandFailure } from '../command-context.js';
import { cutIntoChunks, type Chunk } from './chunks.js';
import { chooseColumns, type ColumnChoice } from './columns.js';
import { readRows } from './read-rows.js';
import { toUser } from './to-user.js';

export interface CutOptions {
  readonly columns?: readonly ColumnChoice[];
  readonly delimiter: string;
  readonly chunkSize: number;
}

/**
 * The users of a CSV file, in chunks.
 *
 * @param rowsOf how many rows a chunk had at an earlier run
 * @throws CommandFailure when the file is no CSV, or has no userId
 */
export async function* cutFile(
  path: string,
  { columns: choices, delimiter, chunkSize }: CutOptions,
  rowsOf: (chunk: number) => Promise<number | undefined>,
): AsyncGenerator<Chunk> {
  const rows = readRows(path, delimiter);
  const header = await rows.next();
  if (header.done === true) throw new CommandFailure(`${path} is empty.`);
  const { values } = header.value;
  const columns = chooseColumns(values, choices);
  yield* cutIntoChunks(rows, (row) => toUser(row, columns, values.length), {
    ...{ rowsOf, most: chunkSize },
    meaning: JSON.stringify({ columns, width: values.length }),
  });
}
