import { crc32 } from 'node:zlib';
import { ByteReader } from './byte-reader.js';
import { SnapshotError } from './snapshot-error.js';
import {
  BLOCK_HEADER_BYTES,
  BLOCK_HEADER_COVERED,
  END,
  ENTRIES,
  HEADER_BYTES,
  MAGIC,
  MAX_TEXT_BYTES,
  MAX_BLOCK_BYTES,
  ROW_BYTES,
  SOURCE_SETS,
  VERSION,
} from './snapshot-format.js';
import { TableBuilder } from './table-builder.js';
import type { SuppressionTable } from '../table/suppression-table.js';

/**
 * Reads the output of `writeTable`. Blocks the event loop for some milliseconds at a time.
 *
 * @param chunks the file, in chunks of any size
 * @param take receives the text before the table; if it throws, the table is not read
 * @returns the result of `take`, and the table with its seed
 * @throws SnapshotError if data is missing, damaged, redundant, or of another version
 * @throws the error of `chunks` and of `take`
 */
export async function readTable<T>(
  chunks: AsyncIterable<Uint8Array>,
  take: (text: string) => T,
): Promise<{ readonly taken: T; readonly table: SuppressionTable }> {
  const reader = new ByteReader(chunks);
  try {
    const { builder, crc, text } = await readHeader(reader);
    const taken = take(text);
    await readBlocks(reader, builder, crc);
    if (!(await reader.isAtEnd())) throw new SnapshotError('The snapshot has data after its end.');
    return { taken, table: builder.build() };
  } finally {
    await reader.close();
  }
}

async function readHeader(reader: ByteReader) {
  const header = await readExactly(reader, HEADER_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new SnapshotError('The file is not a snapshot of a suppression table.');
  }
  const version = header.readUInt32LE(8);
  if (version !== VERSION) {
    throw new SnapshotError(`The snapshot has version ${version}; this program reads ${VERSION}.`);
  }
  const textBytes = header.readUInt32LE(32);
  if (textBytes > MAX_TEXT_BYTES) throw damaged('its header');
  const text = await readExactly(reader, textBytes);
  const crc = header.readUInt32LE(HEADER_BYTES - 4);
  if (crc32(text, crc32(header.subarray(0, HEADER_BYTES - 4))) !== crc) throw damaged('its header');
  const builder = new TableBuilder(header.subarray(16, 32), header.readUInt32LE(12));
  return { builder, crc, text: text.toString() };
}

async function readBlocks(reader: ByteReader, builder: TableBuilder, first: number) {
  let crc = first;
  for (;;) {
    const header = await readExactly(reader, BLOCK_HEADER_BYTES);
    const length = header.readUInt32LE(4);
    if (length > MAX_BLOCK_BYTES) throw damaged('the length of a block');
    const head = crc32(header.subarray(0, BLOCK_HEADER_COVERED), crc);
    const expected = header.readUInt32LE(BLOCK_HEADER_COVERED);
    const kind = header.readUInt32LE(0);
    const content = await readExactly(reader, length);
    crc = crc32(content, head);
    if (crc !== expected) throw damaged('a block');
    if (kind === END) return;
    addBlock(builder, kind, content);
  }
}

function addBlock(builder: TableBuilder, kind: number, content: Buffer): void {
  if (kind === ENTRIES && content.length % ROW_BYTES === 0) builder.addEntries(content);
  else if (kind === SOURCE_SETS) builder.addSourceSets(content);
  else throw damaged('the kind of a block');
}

async function readExactly(reader: ByteReader, length: number): Promise<Buffer> {
  const bytes = await reader.read(length);
  if (bytes === undefined) throw new SnapshotError('The snapshot is incomplete.');
  return bytes;
}

function damaged(what: string): SnapshotError {
  return new SnapshotError(`The snapshot is damaged: ${what} has changed since it was written.`);
}
