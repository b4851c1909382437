import type { Encoding, ParquetType } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { writePlain } from 'hyparquet-writer/src/plain.js';
import { COMPRESSORS } from './codecs.js';
import { invalid } from './parquet-footer.js';
import type { ColumnChunkPlace } from './column-pages.js';
import { checksumOf, type PageHeader } from './page-stream.js';

export interface WrittenPage {
  readonly bytes: Uint8Array;
  /** Bytes of the header and the uncompressed content. */
  readonly unpacked: number;
}

export interface PageContent {
  /** Version of the original page, because some readers support lists in only one version. */
  readonly version: 1 | 2;
  readonly hasChecksum: boolean;
  /**
   * Encoding of the values that are not null. For indexes of a dictionary, it has the same name as
   * in the original page.
   */
  readonly encoding: Encoding;
  /** One value for each entry; undefined for null. */
  readonly values: readonly unknown[];
  readonly definition: readonly number[];
  readonly repetition: readonly number[];
}

export function writeDataPage(place: ColumnChunkPlace, page: PageContent): WrittenPage {
  const { version, encoding, values, definition, repetition } = page;
  const present = values.filter((value) => value !== undefined);
  const content = encoding === 'PLAIN' ? plain(place, present) : indexes(present as number[]);
  const levels = [
    levelsOf(repetition, place.maxRepetition),
    levelsOf(definition, place.maxDefinition),
  ] as const;
  const { codec } = place.meta;
  if (version === 1) {
    const sized = levels.flatMap((each) => (each === undefined ? [] : [lengthOf(each), each]));
    const all = Buffer.concat([...sized, content]);
    const head = {
      num_values: values.length,
      encoding,
      definition_level_encoding: 'RLE',
      repetition_level_encoding: 'RLE',
    } as const;
    return withHeader(page.hasChecksum, all.length, compressed(codec, all), {
      type: 'DATA_PAGE',
      data_page_header: head,
    });
  }
  const [before, after] = levels.map((each) => each ?? new Uint8Array(0)) as [
    Uint8Array,
    Uint8Array,
  ];
  // Empty content stays empty. The codecs would turn it into a few bytes.
  const isCompressed = content.length > 0;
  const packed = isCompressed ? compressed(codec, content) : content;
  const rows = repetition.length === 0 ? values.length : repetition.filter((n) => n === 0).length;
  const unpacked = before.length + after.length + content.length;
  return withHeader(page.hasChecksum, unpacked, Buffer.concat([before, after, packed]), {
    type: 'DATA_PAGE_V2',
    data_page_header_v2: {
      num_values: values.length,
      num_nulls: values.length - present.length,
      num_rows: rows,
      encoding,
      repetition_levels_byte_length: before.length,
      definition_levels_byte_length: after.length,
      is_compressed: isCompressed,
    },
  });
}

/** @param encoding name of the encoding in the original dictionary; two names are possible */
export function writeDictionary(
  place: ColumnChunkPlace,
  values: readonly unknown[],
  encoding: Encoding,
  hasChecksum: boolean,
): WrittenPage {
  const content = plain(place, values);
  return withHeader(hasChecksum, content.length, compressed(place.meta.codec, content), {
    type: 'DICTIONARY_PAGE',
    dictionary_page_header: { num_values: values.length, encoding },
  });
}

type Head = Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size' | 'crc' | 'type'> &
  Pick<Parameters<typeof writePageHeader>[1], 'type'>;

function withHeader(
  hasChecksum: boolean,
  unpacked: number,
  content: Uint8Array,
  head: Head,
): WrittenPage {
  const writer = new ByteWriter();
  writePageHeader(writer, {
    ...head,
    uncompressed_page_size: unpacked,
    compressed_page_size: content.length,
    ...(hasChecksum ? { crc: checksumOf(content) } : {}),
  });
  const headerBytes = writer.offset;
  writer.appendBytes(content);
  return { bytes: writer.getBytes(), unpacked: headerBytes + unpacked };
}

function compressed(codec: ColumnChunkPlace['meta']['codec'], content: Uint8Array): Uint8Array {
  return COMPRESSORS[codec]?.(content) ?? content;
}

function plain({ element }: ColumnChunkPlace, values: readonly unknown[]): Uint8Array {
  if (element.type === undefined) throw invalid('a column has no type');
  const writer = new ByteWriter();
  writePlain(writer, values as unknown[], element.type satisfies ParquetType, element.type_length);
  return writer.getBytes();
}

/** Encodes indexes of a dictionary. The first byte is the bit width of an index. */
function indexes(values: readonly number[]): Uint8Array {
  const width = bitsOf(values.reduce((most, value) => Math.max(most, value), 0));
  const writer = new ByteWriter();
  writer.appendUint8(width);
  writeRleBitPackedHybrid(writer, values as number[], width);
  return writer.getBytes();
}

/** @returns the encoded levels; undefined if the column has only one possible level */
function levelsOf(levels: readonly number[], most: number): Uint8Array | undefined {
  if (most === 0) return undefined;
  const writer = new ByteWriter();
  writeRleBitPackedHybrid(writer, levels as number[], bitsOf(most));
  return writer.getBytes();
}

function lengthOf(bytes: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return length;
}

function bitsOf(most: number): number {
  return 32 - Math.clz32(most);
}
