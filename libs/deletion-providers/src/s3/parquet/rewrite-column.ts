import type { Encoding } from 'hyparquet';
import { UnreadableError } from '../unreadable-error.js';
import type { ReadRange } from './byte-source.js';
import { COMPRESSORS } from './codecs.js';
import { pagesOf, type ColumnChunkPlace, type DataPage } from './column-pages.js';
import { invalid } from './parquet-footer.js';
import type { RowMask } from './row-mask.js';
import { writeDataPage, writeDictionary, type WrittenPage } from './write-page.js';

export type Emit = (bytes: Uint8Array) => Promise<void>;

export interface WrittenColumn {
  readonly values: number;
  /** Number of null entries. `values` includes these entries. */
  readonly nulls: number;
  readonly bytes: number;
  readonly unpacked: number;
  /** Byte offset of the first data page in the chunk. */
  readonly dataOffset: number;
  readonly hasDictionary: boolean;
  readonly encodings: readonly number[];
}

/**
 * Numbers of the encodings in parquet.thrift. Depending on the format version of the writer, the
 * encoding of a dictionary has one of two names.
 */
const ENCODING_NUMBERS: Partial<Record<Encoding, number>> = {
  PLAIN: 0,
  PLAIN_DICTIONARY: 2,
  RLE: 3,
  RLE_DICTIONARY: 8,
};
const ENTRIES_OF_PAGE = 65_536;
const BYTES_OF_PAGE = 1024 * 1024;

type PageKind = Pick<DataPage, 'isDictionary' | 'encoding' | 'version' | 'hasChecksum'>;

/** A page to which entries are added before it is written. */
interface OutPage {
  /** Kind of the original page from which the first entry comes. */
  readonly like: PageKind;
  /** One value for each entry; undefined for null. */
  readonly values: unknown[];
  readonly definition: number[];
  readonly repetition: number[];
  bytes: number;
}

/**
 * Rewrites a column chunk page by page, without the rows in `mask`. The bytes of the remaining
 * values do not change. The dictionary keeps only the values of the remaining rows.
 *
 * @param rows number of remaining rows
 * @throws UnreadableError if Lethe cannot write the chunk with the same compression and encodings
 */
export async function rewriteColumn(
  read: ReadRange,
  place: ColumnChunkPlace,
  mask: RowMask,
  rows: number,
  emit: Emit,
): Promise<WrittenColumn> {
  checkCodec(place);
  const used = await usedEntries(read, place, mask);
  const done = { values: 0, nulls: 0, bytes: 0, unpacked: 0, dataOffset: 0 };
  let renumbered: Map<number, number> | undefined;
  let page: OutPage | undefined;
  let rowsWritten = 0;
  let hasDictionary = false;
  const encodings = new Set<Encoding>(['RLE']);

  const send = async ({ bytes, unpacked }: WrittenPage) => {
    await emit(bytes);
    done.bytes += bytes.length;
    done.unpacked += unpacked;
  };
  const flush = async () => {
    if (page === undefined || page.values.length === 0) return;
    const { like, ...entries } = page;
    const { values } = entries;
    // A page with only nulls uses no dictionary, because the rewritten column possibly has no
    // dictionary.
    const isDictionary = like.isDictionary && values.some((value) => value !== undefined);
    const encoding: Encoding = isDictionary ? like.encoding : 'PLAIN';
    encodings.add(encoding);
    const { version, hasChecksum } = like;
    await send(writeDataPage(place, { ...entries, version, hasChecksum, encoding }));
    done.values += values.length;
    done.nulls += values.filter((value) => value === undefined).length;
    page = undefined;
  };

  let row = -1;
  for await (const given of pagesOf(read, place)) {
    if (given.kind === 'dictionary') {
      renumbered = new Map(used.map((index, position) => [index, position]));
      if (used.length === 0) continue;
      const values = used.map((index) => valueAt(given.values, index));
      hasDictionary = true;
      encodings.add(given.encoding);
      await send(writeDictionary(place, values, given.encoding, given.hasChecksum));
      done.dataOffset = done.bytes;
      continue;
    }
    for (const { isRow, isThere, value, definition, repetition } of entriesOf(given, place)) {
      if (isRow) row += 1;
      if (mask.has(row)) continue;
      if (isRow) {
        rowsWritten += 1;
        if (isFull(page, given)) await flush();
      }
      page ??= { like: kindOf(given), values: [], definition: [], repetition: [], bytes: 0 };
      if (page.like.isDictionary !== given.isDictionary) {
        throw new UnreadableError('is Parquet with a row in two pages of different encodings');
      }
      page.values.push(
        !isThere ? undefined : given.isDictionary ? renumberedTo(renumbered, value) : value,
      );
      if (place.maxDefinition > 0) page.definition.push(definition);
      if (place.maxRepetition > 0) page.repetition.push(repetition);
      page.bytes += value instanceof Uint8Array ? value.length + 4 : 8;
    }
  }
  await flush();
  if (rowsWritten !== rows) throw invalid('its columns have different numbers of rows');
  const numbers = [...encodings].map((encoding) => ENCODING_NUMBERS[encoding] ?? 0);
  return { ...done, hasDictionary, encodings: numbers };
}

/** Returns only the kind of the page, so that the memory of its values can be released. */
function kindOf({ isDictionary, encoding, version, hasChecksum }: DataPage): PageKind {
  return { isDictionary, encoding, version, hasChecksum };
}

function isFull(page: OutPage | undefined, next: DataPage): boolean {
  if (page === undefined) return false;
  const { like } = page;
  const isAlike =
    like.encoding === next.encoding &&
    like.version === next.version &&
    like.hasChecksum === next.hasChecksum;
  if (!isAlike) return true;
  return page.values.length >= ENTRIES_OF_PAGE || page.bytes >= BYTES_OF_PAGE;
}

/** Returns the sorted indexes of the dictionary that the remaining rows use. */
async function usedEntries(
  read: ReadRange,
  place: ColumnChunkPlace,
  mask: RowMask,
): Promise<readonly number[]> {
  const used = new Set<number>();
  let size: number | undefined;
  let row = -1;
  for await (const page of pagesOf(read, place)) {
    if (page.kind === 'dictionary') {
      if (size !== undefined) throw invalid('a column has several dictionaries');
      size = page.values.length;
      continue;
    }
    if (size === undefined) return []; // Only the first page can be a dictionary.
    for (const { isRow, isThere, value } of entriesOf(page, place)) {
      if (isRow) row += 1;
      if (page.isDictionary && isThere && !mask.has(row)) used.add(value as number);
    }
  }
  for (const index of used)
    if (!(index < (size ?? 0))) throw invalid('a value is not in its dictionary');
  return [...used].sort((a, b) => a - b);
}

/** Throws if the dictionary lacks the index. Wrong metadata of the column can cause this error. */
function renumberedTo(renumbered: Map<number, number> | undefined, value: unknown): number {
  const position = renumbered?.get(value as number);
  if (position === undefined) throw invalid('a value is not in its dictionary');
  return position;
}

interface Entry {
  isRow: boolean;
  isThere: boolean;
  value: unknown;
  definition: number;
  repetition: number;
}

/** Reuses one object for all entries, because a column can have millions of entries. */
function* entriesOf(page: DataPage, place: ColumnChunkPlace): Generator<Readonly<Entry>> {
  const { definition, repetition, values, entries } = page;
  const { maxDefinition } = place;
  const entry: Entry = {
    isRow: true,
    isThere: true,
    value: undefined,
    definition: maxDefinition,
    repetition: 0,
  };
  for (let index = 0, at = 0; index < entries; index += 1) {
    entry.repetition = repetition[index] ?? 0;
    entry.definition = definition[index] ?? maxDefinition;
    entry.isRow = entry.repetition === 0;
    entry.isThere = entry.definition === maxDefinition;
    entry.value = entry.isThere ? values[at] : undefined;
    if (entry.isThere) at += 1;
    yield entry;
  }
}

function valueAt(values: ArrayLike<unknown>, index: number): unknown {
  if (index >= values.length) throw invalid('a value is not in its dictionary');
  return values[index];
}

/** @throws UnreadableError */
function checkCodec({ meta: { codec } }: ColumnChunkPlace): void {
  if (codec === 'UNCOMPRESSED' || COMPRESSORS[codec] !== undefined) return;
  throw new UnreadableError(`is Parquet with the compression ${codec}, which Lethe cannot write`);
}
