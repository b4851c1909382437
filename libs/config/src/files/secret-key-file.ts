import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../config-error.js';
import { parseSecretKeys } from '../variables/secret-keys.js';

/**
 * The key of a Lethe that keeps its own data. The first start makes it; when several start at once
 * they agree on one.
 *
 * @param file readable by its owner only
 * @returns what `LETHE_SECRET_KEY` would say, without line end
 * @throws ConfigError when the file holds no key; what the file system throws
 */
export async function loadOrCreateSecretKey(file: string): Promise<string> {
  return (await loadSecretKey(file)) ?? (await createSecretKey(file));
}

/**
 * @returns the text of the file, or `undefined` when there is no such file
 * @throws ConfigError when the file holds no key; what the file system throws
 */
export async function loadSecretKey(file: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (parseSecretKeys(text) !== undefined) return text;
  throw new ConfigError([
    `${file} does not hold a key. Restore it from a backup; without it the stored secrets are lost.`,
  ]);
}

async function createSecretKey(file: string): Promise<string> {
  // An id of its own, so that a foreign key is not taken for this one.
  const text = `${randomBytes(3).toString('hex')}:${randomBytes(32).toString('base64')}`;
  await mkdir(dirname(file), { recursive: true });
  const partial = `${file}.${randomUUID()}`;
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(`${text}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(partial, file); // unlike a rename it never replaces a key
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await loadOrCreateSecretKey(file);
  } finally {
    await rm(partial, { force: true });
  }
}
