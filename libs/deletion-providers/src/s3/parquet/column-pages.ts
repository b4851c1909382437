import type {
  ColumnMetaData,
  DecodedArray,
  Encoding,
  FileMetaData,
  SchemaElement,
  SchemaTree,
} from 'hyparquet';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import { UnreadableError } from '../unreadable-error.js';
import { ByteWindow, type ReadRange } from './byte-source.js';
import { DECOMPRESSORS } from './codecs.js';
import { checkChecksum, checksumOf, takeHeader, type PageHeader } from './page-stream.js';
import { invalid } from './parquet-footer.js';
import { nodesOnPath } from './schema-paths.js';

/** A column chunk, which is a leaf column in one row group. */
export interface ColumnChunkPlace {
  readonly meta: ColumnMetaData;
  readonly schemaPath: SchemaTree[];
  /** The column in the schema, with its logical type. */
  readonly leaf: SchemaElement;
  /** The column without its logical type, so that the library returns raw values. */
  readonly element: SchemaElement;
  readonly maxDefinition: number;
  readonly maxRepetition: number;
  /** Byte offset in the object. The end is exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface Dictionary {
  readonly kind: 'dictionary';
  readonly values: DecodedArray;
  readonly encoding: Encoding;
  readonly hasChecksum: boolean;
}

export interface DataPage {
  readonly kind: 'data';
  /** The values that are not null. They are indexes of the dictionary if `isDictionary`. */
  readonly values: DecodedArray;
  readonly isDictionary: boolean;
  readonly encoding: Encoding;
  readonly version: 1 | 2;
  readonly hasChecksum: boolean;
  /** Definition level of each entry; empty if no entry is null. */
  readonly definition: readonly number[];
  /** Repetition level of each entry; empty if each entry is a row. */
  readonly repetition: readonly number[];
  readonly entries: number;
}

/**
 * Maximum bytes of a page in memory. The memory limit of a thread does not include buffers, and a
 * few compressed bytes can become a very large page.
 */
const MOST_PAGE_BYTES = 64 * 1024 * 1024;
const MOST_PAGE_VALUES = 4 * 1024 * 1024;
const MOST_VALUE_BYTES = 8;
const INT96_BYTES = 12;

/**
 * Returns a column chunk.
 *
 * @param before byte offset at which the data of the file ends
 * @throws UnreadableError if the chunk is not within the data of the file
 */
export function placeOf(
  { schema }: FileMetaData,
  meta: ColumnMetaData,
  before: number,
): ColumnChunkPlace {
  const schemaPath = nodesOnPath(schema, meta.path_in_schema);
  const leaf = schemaPath.at(-1)?.element;
  if (leaf?.type === undefined || leaf.type !== meta.type) {
    throw invalid('a column does not fit the schema');
  }
  const offsets = [meta.data_page_offset, meta.dictionary_page_offset].filter(isOffset);
  const start = Number(offsets.reduce((least, offset) => (offset < least ? offset : least)));
  const end = start + Number(meta.total_compressed_size);
  if (start < 4 || end > before || end < start) throw invalid('a column lies outside of the file');
  return {
    meta,
    schemaPath,
    leaf,
    element: physical(leaf),
    maxDefinition: getMaxDefinitionLevel(schemaPath),
    maxRepetition: getMaxRepetitionLevel(schemaPath),
    start,
    end,
  };
}

function isOffset(offset: bigint | undefined): offset is bigint {
  return offset !== undefined && offset > 0n;
}

/**
 * Returns the column without its logical type. INT96 becomes bytes, because the writer lacks INT96.
 */
function physical({ name, type, type_length, repetition_type }: SchemaElement): SchemaElement {
  const isInt96 = type === 'INT96';
  return {
    name,
    ...(type === undefined ? {} : { type: isInt96 ? 'FIXED_LEN_BYTE_ARRAY' : type }),
    ...(isInt96 ? { type_length: INT96_BYTES } : type_length === undefined ? {} : { type_length }),
    ...(repetition_type === undefined ? {} : { repetition_type }),
  };
}

/**
 * Yields the decoded pages of a column chunk.
 *
 * @throws UnreadableError; errors of the library for data that it cannot decode
 */
export async function* pagesOf(
  read: ReadRange,
  place: ColumnChunkPlace,
): AsyncGenerator<Dictionary | DataPage> {
  const window = new ByteWindow(read, place.start, place.end);
  let left = Number(place.meta.num_values);
  while (left > 0 && window.left > 0) {
    const { header } = await takeHeader(window);
    const { compressed_page_size: length, uncompressed_page_size: unpacked } = header;
    if (!isSize(length) || !isSize(unpacked)) throw invalid('a page has an impossible size');
    const bytes = await window.take(length);
    if (header.crc !== undefined) checkChecksum(header, checksumOf(bytes));
    const page = decode(place, header, bytes, left);
    if (page === undefined) continue;
    if (page.kind === 'data') left -= page.entries;
    yield page;
  }
  if (left !== 0) throw invalid('a column has fewer values than it says');
}

function isSize(size: number): boolean {
  return Number.isInteger(size) && size >= 0 && size <= MOST_PAGE_BYTES;
}

type Decoder = Parameters<typeof readDataPage>[2];

function decode(
  { meta, schemaPath, element, maxDefinition, maxRepetition }: ColumnChunkPlace,
  header: PageHeader,
  bytes: Uint8Array,
  left: number,
): Dictionary | DataPage | undefined {
  const type = element.type;
  if (type === undefined) throw invalid('a column has no type');
  const { codec } = meta;
  const { uncompressed_page_size: unpacked } = header;
  const hasChecksum = header.crc !== undefined;
  // The cast is needed because the options for conversions are missing. Lethe converts no values.
  const decoder = { type, element, schemaPath, codec, compressors: DECOMPRESSORS } as Decoder;
  const {
    dictionary_page_header: dictionary,
    data_page_header: v1,
    data_page_header_v2: v2,
  } = header;
  if (dictionary !== undefined) {
    const page = decompressPage(bytes, unpacked, codec, DECOMPRESSORS);
    // Each value of a dictionary needs at least one bit.
    const { num_values: count } = dictionary;
    if (!isCount(count) || count > page.length * 8) throw invalid('a dictionary is cut off');
    const reader = { view: viewOf(page), offset: 0 };
    return {
      kind: 'dictionary',
      values: readPlain(reader, type, count, element.type_length),
      encoding: dictionary.encoding === 'PLAIN_DICTIONARY' ? 'PLAIN_DICTIONARY' : 'PLAIN',
      hasChecksum,
    };
  }
  const head = v1 ?? v2;
  if (head === undefined) return undefined; // an index page
  const { encoding } = head;
  if (!isCount(head.num_values)) throw invalid('a page has an impossible number of values');
  if (head.num_values > left) throw invalid('a page has more values than its column');
  if (v1 !== undefined) {
    const levels = [v1.definition_level_encoding, v1.repetition_level_encoding];
    const isOld = [maxDefinition, maxRepetition].some((most, i) => most > 0 && levels[i] !== 'RLE');
    if (isOld) throw new UnreadableError('is Parquet with levels in an unknown encoding');
  } else if (v2 !== undefined) {
    const levels = v2.definition_levels_byte_length + v2.repetition_levels_byte_length;
    if (!(v2.num_nulls >= 0 && v2.num_nulls <= v2.num_values) || !(levels <= bytes.length)) {
      throw invalid('the sizes in a page contradict each other');
    }
    // The library would decompress an empty page, and would read a bit width in a page with only
    // nulls.
    if (bytes.length === levels) v2.is_compressed = false;
    if (v2.num_values === v2.num_nulls) v2.encoding = 'PLAIN';
  }
  if (head.num_values * (element.type_length ?? MOST_VALUE_BYTES) > MOST_PAGE_BYTES) {
    throw invalid('a page has an impossible size');
  }
  const content = v1 === undefined ? bytes : decompressPage(bytes, unpacked, codec, DECOMPRESSORS);
  if (head.encoding === 'DELTA_BYTE_ARRAY') checkPrefixes(content, header, decoder);
  const { dataPage, definitionLevels, repetitionLevels } = readPage(content, header, decoder);
  return {
    kind: 'data',
    values: dataPage,
    isDictionary: encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY',
    encoding,
    version: v1 === undefined ? 2 : 1,
    hasChecksum,
    definition: definitionLevels ?? [],
    repetition: repetitionLevels,
    entries: head.num_values,
  };
}

function readPage(content: Uint8Array, header: PageHeader, decoder: Decoder) {
  const { data_page_header: v1 } = header;
  return v1 === undefined
    ? readDataPageV2(content, header, decoder)
    : readDataPage(content, v1, decoder);
}

/**
 * Limits the decoded size of a page in the encoding DELTA_BYTE_ARRAY. In this encoding, a value
 * repeats a prefix of the previous value. The page starts with the lengths of all prefixes.
 */
function checkPrefixes(content: Uint8Array, header: PageHeader, decoder: Decoder): void {
  const { data_page_header: v1, data_page_header_v2: v2 } = header;
  const encoding = 'DELTA_BINARY_PACKED' as const;
  const { dataPage } = readPage(
    content,
    {
      ...header,
      ...(v1 === undefined ? {} : { data_page_header: { ...v1, encoding } }),
      ...(v2 === undefined ? {} : { data_page_header_v2: { ...v2, encoding } }),
    },
    { ...decoder, type: 'INT32' },
  );
  let bytes = 0;
  for (const length of dataPage) {
    bytes += Number(length);
    if (Number(length) < 0 || bytes > MOST_PAGE_BYTES) {
      throw invalid('a page has an impossible size');
    }
  }
}

function isCount(values: number): boolean {
  return Number.isInteger(values) && values >= 0 && values <= MOST_PAGE_VALUES;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
