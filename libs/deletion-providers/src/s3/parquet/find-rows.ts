import type { ColumnMetaData, DecodedArray, SchemaElement } from 'hyparquet';
import type { RowCounts } from '../row-counts.js';
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
/** Of all row groups that have rows which go. */
const MOST_MASK_BYTES = 32 * 1024 * 1024;

/**
 * Finds the rows of users.
 *
 * @param field the column that holds the userId, by its path
 * @param counts are added to
 * @returns for each row group its rows that are to go; undefined where there are none
 * @throws UnreadableError where that column has several values a row, or cannot be decoded or compared
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
    // The columns of an empty row group stand nowhere.
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
      throw new UnreadableError('has several values of the field that holds the userId in a row');
    }
    let mask: RowMask | undefined;
    const seen = await eachValue(read, place, rows, matcherOf(place.leaf), (row, match) => {
      counts.withField += 1;
      if (match === false) return;
      if (match !== true) {
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
      counts.removed += 1;
    });
    if (seen !== rows) throw invalid('a column has fewer rows than its row group');
    masks.push(mask);
  }
  return masks;
}

/** Counts rows that name users in columns of which it is not clear whose rows they are in. */
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
    const namedBy = finderOf(place.leaf);
    if (namedBy === undefined) continue;
    await eachValue(read, place, rows, namedBy, (row, named) => {
      if (named.length === 0) return;
      doubtful ??= new RowMask(rows);
      doubtful.add(row);
      for (const user of named) counts.doubted.add(user);
    });
  }
  counts.doubtful += doubtful?.gone ?? 0;
}

/**
 * Goes through the values of a column that are there, in the order of their rows.
 *
 * @param rows of the row group
 * @param make makes something of a value: of those in a dictionary once
 * @returns how many rows the column has
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

/** Makes one for each column of the schema, and not for each row group: it knows all users. */
function byLeaf<Made>(make: (leaf: SchemaElement) => Made): (leaf: SchemaElement) => Made {
  const made = new Map<SchemaElement, Made>();
  return (leaf) => {
    const known = made.get(leaf);
    if (known !== undefined) return known;
    const one = make(leaf);
    made.set(leaf, one);
    return one;
  };
}
