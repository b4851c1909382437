import { open, type FileHandle } from 'node:fs/promises';
import { readTable } from '../table/read-table.js';
import { SnapshotError } from '../table/snapshot-error.js';
import type { SuppressionTable } from '../table/suppression-table.js';
import {
  decodeHeader,
  headerLength,
  PREFIX_BYTES,
  type SnapshotHeader,
  type SnapshotRefusal,
} from './snapshot-header.js';

const CHUNK_BYTES = 1024 * 1024;

/** Result of reading a snapshot file: the table, or the reason why it is not used. */
export type SnapshotReading =
  | { readonly header: SnapshotHeader; readonly table: SuppressionTable }
  | { readonly refusal: SnapshotRefusal };

/**
 * Reads a snapshot, if its header says that it can be used.
 * @param whyNot looks at the header
 * @returns undefined when there is no file
 * @throws Error of the file system
 */
export async function readSnapshot(
  file: string,
  whyNot: (header: SnapshotHeader) => SnapshotRefusal | undefined,
): Promise<SnapshotReading | undefined> {
  const handle = await openOrNot(file);
  if (handle === undefined) return undefined;
  try {
    const header = await readHeader(handle);
    const refusal = header === undefined ? 'damaged' : whyNot(header);
    if (header === undefined || refusal !== undefined) return { refusal: refusal ?? 'damaged' };
    return { header, table: await readTable(chunksOf(handle)) };
  } catch (error) {
    if (error instanceof SnapshotError) return { refusal: 'damaged' };
    throw error;
  } finally {
    await handle.close();
  }
}

async function openOrNot(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readHeader(handle: FileHandle): Promise<SnapshotHeader | undefined> {
  const prefix = await readBytes(handle, PREFIX_BYTES);
  const length = headerLength(prefix);
  return length === undefined ? undefined : decodeHeader(prefix, await readBytes(handle, length));
}

/** Reads on from the handle's position. @returns fewer bytes at the end of the file */
async function readBytes(handle: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length);
  return buffer.subarray(0, bytesRead);
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = await readBytes(handle, CHUNK_BYTES);
    if (chunk.length === 0) return;
    yield chunk;
  }
}
