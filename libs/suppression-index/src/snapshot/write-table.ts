import { crc32 } from 'node:zlib';
import { WORDS_A_ROW } from '../table/rows.js';
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

const ROWS_A_BLOCK = Math.floor((BLOCK_BYTES - BLOCK_HEADER_BYTES) / ROW_BYTES);
const WORDS_A_BLOCK = ROWS_A_BLOCK * WORDS_A_ROW;

/**
 * Writes a table piece by piece. It may change meanwhile: what was set before the first piece and
 * not changed since is in the snapshot as it is; what was changed since is in it as it was before
 * or after any of the changes, or is missing. So repeating the changes since the beginning, in
 * their order, on the table that is read gives the right state.
 *
 * @param table to write
 * @param text that is given to the reader before the table
 * @param write takes a piece of at most 1 MiB (more only when one user's set of sources is larger);
 * the next one is made when it has resolved. It must wait for real output, or nothing else runs
 * meanwhile
 * @throws what `write` throws
 */
export async function writeTable(
  table: SuppressionTable,
  text: string,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const letGo = table.sourceSets.hold();
  try {
    const header = headerOf(table, Buffer.from(text));
    let crc = header.readUInt32LE(HEADER_BYTES - 4);
    await write(header);
    for (const block of blocksOf(table)) {
      crc = seal(block, crc);
      await write(block);
    }
  } finally {
    letGo();
  }
}

/** The source sets come last: by then no entry that was written can mean a set made later. */
function* blocksOf(table: SuppressionTable): Generator<Buffer> {
  for (let index = 0; index < table.entries.segmentCount; index += 1) {
    const rows = table.entries.copySegment(index);
    const blocks = Math.ceil(rows.length / WORDS_A_BLOCK);
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
 * Every `step`-th row, from `start` on: a block that held the lower part of a segment's rows would
 * crowd them into the lower part of the homes when it is read, which takes time by the square.
 */
function entriesBlock(rows: Int32Array, start: number, step: number): Buffer {
  const count = Math.ceil((rows.length / WORDS_A_ROW - start) / step);
  const block = blockOf(ENTRIES, count * ROW_BYTES);
  const view = new DataView(block.buffer, block.byteOffset + BLOCK_HEADER_BYTES, count * ROW_BYTES);
  let to = 0;
  for (let at = start * WORDS_A_ROW; at < rows.length; at += step * WORDS_A_ROW) {
    for (let word = at; word < at + WORDS_A_ROW; word += 1, to += 4) {
      view.setInt32(to, rows[word] ?? 0, true);
    }
  }
  return block;
}

function* sourceSetBlocks(sourceSets: SourceSets): Generator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for (let number = 0; number < sourceSets.end; number += 1) {
    const json = sourceSets.jsonOf(number);
    if (json === undefined) continue;
    const part = sourceSetPart(number, json);
    if (bytes > 0 && bytes + part.length > BLOCK_BYTES - BLOCK_HEADER_BYTES) {
      yield sourceSetsBlock(parts, bytes);
      [parts, bytes] = [[], 0];
    }
    parts.push(part);
    bytes += part.length;
  }
  if (bytes > 0) yield sourceSetsBlock(parts, bytes);
}

function sourceSetPart(number: number, json: string): Buffer {
  const text = Buffer.from(json);
  const part = Buffer.allocUnsafe(8 + text.length);
  part.writeUInt32LE(number, 0);
  part.writeUInt32LE(text.length, 4);
  part.set(text, 8);
  return part;
}

function sourceSetsBlock(parts: readonly Buffer[], bytes: number): Buffer {
  const block = blockOf(SOURCE_SETS, bytes);
  let at = BLOCK_HEADER_BYTES;
  for (const part of parts) {
    block.set(part, at);
    at += part.length;
  }
  return block;
}

function blockOf(kind: number, bytes: number): Buffer {
  const block = Buffer.allocUnsafe(BLOCK_HEADER_BYTES + bytes);
  block.writeUInt32LE(kind, 0);
  block.writeUInt32LE(bytes, 4);
  return block;
}

/** Writes the CRC into a block. @returns the CRC, from which that of the next block goes on */
function seal(block: Buffer, before: number): number {
  const head = crc32(block.subarray(0, BLOCK_HEADER_COVERED), before);
  const crc = crc32(block.subarray(BLOCK_HEADER_BYTES), head);
  block.writeUInt32LE(crc, BLOCK_HEADER_COVERED);
  return crc;
}
