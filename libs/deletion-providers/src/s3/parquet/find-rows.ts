import type { ColumnMetaData, DecodedArray, SchemaElement } from 'hyparquet';
import { countRemoved, type RowCounts } from '../row-counts.js';
import { UnreadableError } from '../unreadable-error.js';
import type { UserSet } from '../user-set.js';
import type { ReadRange } from './byte-source.js';
import { pagesOf, placeOf, type ColumnChunkPlace } from './column-pages.js';
import { columnFinder } from './find-column.js';
import { idMatcher } from './id-matcher.js';
import { nameFinder, type NameFinder } from './name-finder.js';
import { invalid, type ParquetFooter } from './parquet-footer.js';
import { RowMask } from './row-mask.js';

const MOST_ROWS_OF_GROUP = 100_000_000;
/** Maximum bytes of the row masks of all row groups together. */
const MOST_MASK_BYTES = 32 * 1024 * 1024;

/**
 * Finds the rows of users.
 *
 * @param field path of the userId column
 * @param counts counts of the object, to which this function adds the rows
 * @returns for each row group, the rows to remove; undefined for a row group that keeps all its
 *   rows
 * @throws UnreadableError if the column has several values per row, or if its values cannot be
 *   decoded or compared
 */
export async function findRows(
  read: ReadRange,
  footer: ParquetFooter,
  field: string,
  users: UserSet,
  counts: RowCounts,
): Promise<(RowMask | undefined)[]> {
  const { metadata, offset } = footer;
  const masks: (RowMask | undefined)[] = [];
  let maskBytes = 0;
  const findColumn = columnFinder(metadata, field);
  const matcherOf = byLeaf((leaf) => idMatcher(leaf, users));
  const finderOf = byLeaf((leaf) => nameFinder(leaf, users));
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    if (rows < 0 || rows > MOST_ROWS_OF_GROUP) throw invalid('a row group has an impossible size');
    counts.rows += rows;
    const found = findColumn(group);
    if (found.kind !== 'absent') counts.hasField = true;
    // An empty row group has no valid column offsets.
    if (rows === 0) {
      masks.push(undefined);
      continue;
    }
    if (found.kind === 'unclear') {
      await countDoubt(read, footer, { columns: found.columns, rows }, finderOf, counts);
    }
    if (found.kind !== 'one') {
      masks.push(undefined);
      continue;
    }
    const place = placeOf(metadata, found.column, offset);
    if (place.maxRepetition > 0) {
      throw new UnreadableError(
        'has a userId column with several values per row: userIdField must name a column with one value per row',
      );
    }
    let mask: RowMask | undefined;
    const seen = await eachValue(read, place, rows, matcherOf(place.leaf), (row, match) => {
      counts.withField += 1;
      if (match === false) return;
      if (typeof match !== 'string') {
        counts.doubtful += 1;
        for (const user of match) counts.doubted.add(user);
        return;
      }
      if (mask === undefined) {
        maskBytes += RowMask.bytesFor(rows);
        if (maskBytes > MOST_MASK_BYTES) throw new UnreadableError('has too many rows');
        mask = new RowMask(rows);
      }
      mask.add(row);
      countRemoved(counts, match);
    });
    if (seen !== rows) throw invalid('a column has fewer rows than its row group');
    masks.push(mask);
  }
  return masks;
}

/** Counts rows in doubt. Such a row has a userId in a column that is possibly the userId column. */
async function countDoubt(
  read: ReadRange,
  { metadata, offset }: ParquetFooter,
  { columns, rows }: { readonly columns: readonly ColumnMetaData[]; readonly rows: number },
  finderOf: (leaf: SchemaElement) => NameFinder | undefined,
  counts: RowCounts,
): Promise<void> {
  let doubtful: RowMask | undefined;
  for (const column of columns) {
    const place = placeOf(metadata, column, offset);
    const findUsers = finderOf(place.leaf);
    if (findUsers === undefined) continue;
    await eachValue(read, place, rows, findUsers, (row, named) => {
      if (named.length === 0) return;
      doubtful ??= new RowMask(rows);
      doubtful.add(row);
      for (const user of named) counts.doubted.add(user);
    });
  }
  counts.doubtful += doubtful?.removed ?? 0;
}

/**
 * Calls `act` for each non-null value of a column chunk, from the first row to the last.
 *
 * @param rows number of rows in the row group
 * @param make returns the result for a value; called only once for each value of a dictionary
 * @param act receives the result for the value in a row
 * @returns the number of rows in the column chunk
 */
async function eachValue<Made>(
  read: ReadRange,
  place: ColumnChunkPlace,
  rows: number,
  make: (value: DecodedArray[number]) => Made,
  act: (row: number, made: Made) => void,
): Promise<number> {
  let row = -1;
  let known: readonly Made[] = [];
  for await (const page of pagesOf(read, place)) {
    if (page.kind === 'dictionary') {
      known = Array.from(page.values, make);
      continue;
    }
    const { definition, repetition, values, entries, isDictionary } = page;
    for (let entry = 0, at = 0; entry < entries; entry += 1) {
      if (repetition.length === 0 || repetition[entry] === 0) row += 1;
      if (row < 0 || row >= rows) {
        const which = place.maxRepetition > 0 ? 'other' : 'more';
        throw invalid(`a column has ${which} rows than its row group`);
      }
      if (definition.length > 0 && definition[entry] !== place.maxDefinition) continue;
      const value: unknown = values[at];
      at += 1;
      if (value === undefined) throw invalid('a page has fewer values than it says');
      const made = isDictionary ? known[value as number] : make(value as DecodedArray[number]);
      if (made === undefined) throw invalid('a value is not in its dictionary');
      act(row, made);
    }
  }
  return row + 1;
}

/** Caches the results of `make`, because each result contains an index of all users. */
function byLeaf<Made>(make: (leaf: SchemaElement) => Made): (leaf: SchemaElement) => Made {
  const made = new Map<SchemaElement, Made>();
  return (leaf) => {
    const known = made.get(leaf);
    if (known !== undefined) return known;
    const result = make(leaf);
    made.set(leaf, result);
    return result;
  };
}
