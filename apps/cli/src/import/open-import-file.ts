import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { IMPORT_LIMITS } from '@lethe/contracts';
import { foreignFile } from '@lethe/contracts/user-files';
import { CommandFailure } from '../command-context.js';

const MIB = 1024 ** 2;

export interface ImportFile {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the content. */
  readonly hash: string;
}

/**
 * @param name name of the file as the user typed it
 * @throws CommandFailure if the file is unreadable, not a regular file, too large, or neither CSV
 * nor NDJSON
 */
export async function openImportFile(path: string, name: string): Promise<ImportFile> {
  try {
    const found = await stat(path);
    if (!found.isFile()) {
      throw new CommandFailure(
        `${name} is not a regular file. Save the data as a file, because an import may read it several times.`,
      );
    }
    if (found.size > IMPORT_LIMITS.bytes) {
      throw new CommandFailure(
        `${name} has ${Math.ceil(found.size / MIB)} MiB, but an import can have at most ${IMPORT_LIMITS.bytes / MIB} MiB. Split it, repeat the first line in each part, and import the parts one after the other.`,
      );
    }
    const hash = createHash('sha256');
    let isFirst = true;
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      const foreign = isFirst ? foreignFile(part) : undefined;
      if (foreign !== undefined) throw new CommandFailure(`${name} cannot be imported. ${foreign}`);
      isFirst = false;
      hash.update(part);
    }
    return { path, bytes: found.size, hash: hash.digest('hex') };
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new CommandFailure(
      `${name} cannot be read (${code}). Check the path and its permissions.`,
      { cause: error },
    );
  }
}

export async function readPart(path: string, offset: number, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
