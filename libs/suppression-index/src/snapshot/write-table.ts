import { crc32 } from 'node:zlib';
import { WORDS_PER_ROW } from '../table/rows.js';
import {
  BLOCK_BYTES,
  BLOCK_HEADER_BYTES,
  BLOCK_HEADER_COVERED,
  END,
  ENTRIES,
  HEADER_BYTES,
  MAGIC,
  ROW_BYTES,
  SOURCE_SETS,
  VERSION,
} from './snapshot-format.js';
import type { SourceSets } from '../table/source-sets.js';
import type { SuppressionTable } from '../table/suppression-table.js';

const ROWS_PER_BLOCK = Math.floor((BLOCK_BYTES - BLOCK_HEADER_BYTES) / ROW_BYTES);
const WORDS_PER_BLOCK = ROWS_PER_BLOCK * WORDS_PER_ROW;

/**
 * Writes a table in chunks. The table is allowed to change during the write. An entry that does not
 * change is in the snapshot. An entry that changes is missing, or has its state before or after one
 * of its changes. So a reader gets the correct state if it repeats all changes since the start of
 * the write in sequence.
 *
 * @param text text for the reader, before the table
 * @param write writes a chunk of at most 1 MiB, or a single source set that is larger. The next
 * chunk follows when the promise resolves. The promise must wait for real output. If it does not,
 * the event loop is blocked
 * @throws the error of `write`
 */
export async function writeTable(
  table: SuppressionTable,
  text: string,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const release = table.sourceSets.hold();
  try {
    const header = headerOf(table, Buffer.from(text));
    let crc = header.readUInt32LE(HEADER_BYTES - 4);
    await write(header);
    for (const block of blocksOf(table)) {
      crc = seal(block, crc);
      await write(block);
    }
  } finally {
    release();
  }
}

/** Yields the source sets last, so that the file has every set to which an entry refers. */
function* blocksOf(table: SuppressionTable): Generator<Buffer> {
  for (let index = 0; index < table.entries.segmentCount; index += 1) {
    const rows = table.entries.copySegment(index);
    const blocks = Math.ceil(rows.length / WORDS_PER_BLOCK);
    for (let block = 0; block < blocks; block += 1) yield entriesBlock(rows, block, blocks);
  }
  yield* sourceSetBlocks(table.sourceSets);
  yield blockOf(END, 0);
}

function headerOf({ entries, seed }: SuppressionTable, text: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.set(MAGIC, 0);
  header.writeUInt32LE(VERSION, 8);
  header.writeUInt32LE(entries.segmentCount, 12);
  header.set(seed, 16);
  header.writeUInt32LE(text.length, 32);
  header.writeUInt32LE(crc32(text, crc32(header.subarray(0, HEADER_BYTES - 4))), HEADER_BYTES - 4);
  return Buffer.concat([header, text]);
}

/**
 * Returns a block with every `step`-th row, starting at `start`. If a block had consecutive rows,
 * its reader would fill only a part of the homes of the segment. This would take quadratic time.
 */
function entriesBlock(rows: Int32Array, start: number, step: number): Buffer {
  const count = Math.ceil((rows.length / WORDS_PER_ROW - start) / step);
  const block = blockOf(ENTRIES, count * ROW_BYTES);
  const view = new DataView(block.buffer, block.byteOffset + BLOCK_HEADER_BYTES, count * ROW_BYTES);
  let to = 0;
  for (let at = start * WORDS_PER_ROW; at < rows.length; at += step * WORDS_PER_ROW) {
    for (let word = at; word < at + WORDS_PER_ROW; word += 1, to += 4) {
      view.setInt32(to, rows[word] ?? 0, true);
    }
  }
  return block;
}

function* sourceSetBlocks(sourceSets: SourceSets): Generator<Buffer> {
  let encodedSets: Buffer[] = [];
  let bytes = 0;
  for (let number = 0; number < sourceSets.end; number += 1) {
    const json = sourceSets.jsonOf(number);
    if (json === undefined) continue;
    const encodedSet = encodeSourceSet(number, json);
    if (bytes > 0 && bytes + encodedSet.length > BLOCK_BYTES - BLOCK_HEADER_BYTES) {
      yield sourceSetsBlock(encodedSets, bytes);
      [encodedSets, bytes] = [[], 0];
    }
    encodedSets.push(encodedSet);
    bytes += encodedSet.length;
  }
  if (bytes > 0) yield sourceSetsBlock(encodedSets, bytes);
}

function encodeSourceSet(number: number, json: string): Buffer {
  const text = Buffer.from(json);
  const encodedSet = Buffer.allocUnsafe(8 + text.length);
  encodedSet.writeUInt32LE(number, 0);
  encodedSet.writeUInt32LE(text.length, 4);
  encodedSet.set(text, 8);
  return encodedSet;
}

function sourceSetsBlock(encodedSets: readonly Buffer[], bytes: number): Buffer {
  const block = blockOf(SOURCE_SETS, bytes);
  let at = BLOCK_HEADER_BYTES;
  for (const encodedSet of encodedSets) {
    block.set(encodedSet, at);
    at += encodedSet.length;
  }
  return block;
}

function blockOf(kind: number, bytes: number): Buffer {
  const block = Buffer.allocUnsafe(BLOCK_HEADER_BYTES + bytes);
  block.writeUInt32LE(kind, 0);
  block.writeUInt32LE(bytes, 4);
  return block;
}

/** Writes the CRC into a block. @returns the CRC, which the next block continues */
function seal(block: Buffer, before: number): number {
  const head = crc32(block.subarray(0, BLOCK_HEADER_COVERED), before);
  const crc = crc32(block.subarray(BLOCK_HEADER_BYTES), head);
  block.writeUInt32LE(crc, BLOCK_HEADER_COVERED);
  return crc;
}
