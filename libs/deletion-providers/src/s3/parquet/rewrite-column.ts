import type { Encoding } from 'hyparquet';
import { UnreadableError } from '../unreadable-error.js';
import type { ReadRange } from './byte-source.js';
import { COMPRESSORS } from './codecs.js';
import { pagesOf, type ColumnChunkPlace, type DataPage } from './column-pages.js';
import { invalid } from './parquet-footer.js';
import type { RowMask } from './row-mask.js';
import { writeDataPage, writeDictionary, type WrittenPage } from './write-page.js';

export type Emit = (bytes: Uint8Array) => Promise<void>;

/** What a column chunk became. */
export interface WrittenColumn {
  readonly values: number;
  /** Of the values: entries without one. */
  readonly nulls: number;
  readonly bytes: number;
  readonly unpacked: number;
  /** Bytes from the chunk's beginning on. */
  readonly dataOffset: number;
  readonly hasDictionary: boolean;
  readonly encodings: readonly number[];
}

/** See parquet.thrift. A dictionary has one of two names, by which version its writer followed. */
const ENCODING_NUMBERS: Partial<Record<Encoding, number>> = {
  PLAIN: 0,
  PLAIN_DICTIONARY: 2,
  RLE: 3,
  RLE_DICTIONARY: 8,
};
const ENTRIES_OF_PAGE = 65_536;
const BYTES_OF_PAGE = 1024 * 1024;

type PageKind = Pick<DataPage, 'isDictionary' | 'encoding' | 'version' | 'hasChecksum'>;

/** A page in the making. */
interface OutPage {
  /** How the page of the original is that it begins with. */
  readonly like: PageKind;
  /** One an entry; undefined where there is none. */
  readonly values: unknown[];
  readonly definition: number[];
  readonly repetition: number[];
  bytes: number;
}

/**
 * Writes a column chunk again without some rows, a page at a time. Values stay as their bytes are;
 * the dictionary keeps only what the rows that stay refer to.
 *
 * @param rows that stay
 * @throws UnreadableError where it cannot be written as it was
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
    // A page without any value needs no dictionary, of which there may be none.
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
        throw new UnreadableError('is Parquet with a row in pages of two encodings');
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

/** Without the page's values, which would stay in memory with it. */
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

/** Entries of the dictionary that rows refer to which stay, in their order. */
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
    if (size === undefined) return []; // a dictionary stands first
    for (const { isRow, isThere, value } of entriesOf(page, place)) {
      if (isRow) row += 1;
      if (page.isDictionary && isThere && !mask.has(row)) used.add(value as number);
    }
  }
  for (const index of used)
    if (!(index < (size ?? 0))) throw invalid('a value is not in its dictionary');
  return [...used].sort((a, b) => a - b);
}

/** What the column's metadata says of its encodings need not be so. */
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

/** One object for all of them: there are millions. */
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
  throw new UnreadableError(`is Parquet with the compression ${codec}, which cannot be written`);
}
