// Programs for tests that no registry of npm, PyPI or Go has: Debian's or Ubuntu's packages, fetched with apt, which checks
// their signatures, and unpacked into a cache. Nothing is installed and no rights are needed.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FETCH_MS = 5 * 60_000;
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lethe');
const run = promisify(execFile);

/**
 * @param {string} name of the folder in the cache
 * @returns {string} where the packages are unpacked, or will be
 */
export function unpackedPackages(name) {
  return join(cache, name);
}

/**
 * Unpacks in a folder of its own and moves it: another process sees all of it or nothing.
 * @param {string} name of the folder in the cache
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} why they cannot be had; undefined when they are there
 */
export async function fetchPackages(name, packages) {
  const target = unpackedPackages(name);
  if (existsSync(target)) return undefined;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, `${name}-`));
  try {
    await download(folder, packages).catch(() => downloadWithOwnLists(folder, packages));
    for (const file of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
      await run('dpkg', ['-x', join(folder, file), join(folder, 'unpacked')], {
        timeout: FETCH_MS,
      });
    }
    if (!existsSync(target)) renameSync(join(folder, 'unpacked'), target);
    return undefined;
  } catch (error) {
    const why = `${error.stderr ?? ''}\n${error.message}`.trim().split('\n', 1)[0];
    return `${packages.join(' and ')} could not be fetched with apt: ${why}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function download(folder, packages, ...options) {
  await run('apt-get', [...options, 'download', ...packages], { cwd: folder, timeout: FETCH_MS });
}

/** Where the lists of this machine are missing or old. */
async function downloadWithOwnLists(folder, packages) {
  const own = ['-o', `Dir::State=${folder}/state`, '-o', `Dir::Cache=${folder}/cache`];
  for (const path of ['state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  await run('apt-get', [...own, 'update'], { timeout: FETCH_MS });
  await download(folder, packages, ...own);
}
