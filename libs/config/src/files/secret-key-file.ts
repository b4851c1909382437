import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../config-error.js';
import { parseSecretKeys } from '../variables/secret-keys.js';

/**
 * Returns the secret key from a file, for the case that no key is configured. If there is no file,
 * creates a file with a new key. Processes that start at the same time get the same key.
 *
 * @param file path; a new file is readable only by its owner
 * @returns the value for `LETHE_SECRET_KEY`, without line end
 * @throws ConfigError when the file has no key; errors of the file system
 */
export async function loadOrCreateSecretKey(file: string): Promise<string> {
  return (await loadSecretKey(file)) ?? (await createSecretKey(file));
}

/**
 * Returns the key in the file, or `undefined` when there is no file.
 *
 * @throws ConfigError when the file has no key; errors of the file system
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
    `${file} does not contain a key. Restore it from a backup. Without the key, stored secrets cannot be decrypted.`,
  ]);
}

async function createSecretKey(file: string): Promise<string> {
  // The random id distinguishes this key from keys of other installations.
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
    await link(partial, file); // unlike a rename, a link never replaces an existing file
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await loadOrCreateSecretKey(file);
  } finally {
    await rm(partial, { force: true });
  }
}
