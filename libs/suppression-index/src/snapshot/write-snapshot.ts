import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SuppressionTable } from '../table/suppression-table.js';
import { writeTable } from './write-table.js';
import { encodeHeader, type SnapshotHeader } from './snapshot-header.js';

/**
 * Only the owner can read the file. With its seed, a reader could check for any user id whether
 * this user is suppressed.
 */
const MODE = 0o600;

/**
 * Replaces a snapshot atomically, even if the machine crashes. The table is allowed to change
 * during the write. The file then contains later states of some users. A reader corrects these
 * states, because it reads the topic again from the positions in the header.
 * @returns size of the file in bytes
 * @throws Error of the file system
 */
export async function writeSnapshot(
  file: string,
  header: SnapshotHeader,
  table: SuppressionTable,
): Promise<number> {
  const temporary = `${file}.tmp`;
  await rm(temporary, { force: true }); // left by a killed process
  const handle = await open(temporary, 'wx', MODE);
  let bytes = 0;
  try {
    const write = async (chunk: Uint8Array): Promise<void> => {
      await handle.writeFile(chunk); // writes the whole chunk, unlike write()
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

/** Syncs the folder, because only this writes the new name of the file to the disk. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot open folders
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
