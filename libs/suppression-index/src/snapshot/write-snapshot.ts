import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SuppressionTable } from '../table/suppression-table.js';
import { writeTable } from './write-table.js';
import { encodeHeader, type SnapshotHeader } from './snapshot-header.js';

/**
 * Readable by the owner only: with the seed and a list of candidate ids, one could find out which
 * users are suppressed.
 */
const MODE = 0o600;

/**
 * Writes a snapshot in place of the one that is there: at every moment, also after a crash of the
 * machine, the file is either the old one or the new one. The table may change meanwhile; then the
 * file holds later states of some users, which reading on from the positions of the header mends.
 * @returns bytes of the file
 * @throws Error of the file system
 */
export async function writeSnapshot(
  file: string,
  header: SnapshotHeader,
  table: SuppressionTable,
): Promise<number> {
  const temporary = `${file}.tmp`;
  await rm(temporary, { force: true }); // of a process that was killed
  const handle = await open(temporary, 'wx', MODE);
  let bytes = 0;
  try {
    const write = async (chunk: Uint8Array): Promise<void> => {
      await handle.writeFile(chunk); // unlike write() it writes all of it, behind what is there
      bytes += chunk.length;
    };
    await writeTable(table, encodeHeader(header), write);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(dirname(file));
  return bytes;
}

/** The new name is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
