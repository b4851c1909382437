import { open, type FileHandle } from 'node:fs/promises';
import { readTable } from './read-table.js';
import { SnapshotError, type SnapshotRefusal } from './snapshot-error.js';
import type { SuppressionTable } from '../table/suppression-table.js';
import { decodeHeader, type SnapshotHeader } from './snapshot-header.js';

const CHUNK_BYTES = 1024 * 1024;

/** A snapshot with its table, or the reason why it is not used. */
export type SnapshotReading =
  | { readonly header: SnapshotHeader; readonly table: SuppressionTable }
  | { readonly refusal: SnapshotRefusal };

/**
 * Reads a snapshot if its header is acceptable.
 * @param whyNot returns the reason why a snapshot with this header is not used
 * @returns undefined if there is no file
 * @throws Error of the file system
 */
export async function readSnapshot(
  file: string,
  whyNot: (header: SnapshotHeader) => SnapshotRefusal | undefined,
): Promise<SnapshotReading | undefined> {
  const handle = await openIfExists(file);
  if (handle === undefined) return undefined;
  try {
    const { taken: header, table } = await readTable(chunksOf(handle), (text) => {
      const found = decodeHeader(text);
      const refusal = whyNot(found);
      if (refusal !== undefined)
        throw new SnapshotError('The snapshot belongs to another topic, or is too old.', refusal);
      return found;
    });
    return { header, table };
  } catch (error) {
    if (error instanceof SnapshotError) return { refusal: error.refusal };
    throw error;
  } finally {
    await handle.close();
  }
}

async function openIfExists(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
  }
}
