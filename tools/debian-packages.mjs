// Programs for tests that no registry of npm, PyPI or Go has: Debian's or Ubuntu's packages, fetched with apt, which checks
// their signatures, and unpacked into a cache. Nothing is installed and no rights are needed.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FETCH_MS = 5 * 60_000;
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lethe');
const run = promisify(execFile);

/**
 * @typedef {object} Bundle
 * @property {string} name
 * @property {readonly string[]} packages
 * @property {readonly (readonly string[])[]} files without which it is not there: of each, all paths at which a system may
 *   have it
 */

/**
 * The folder's name has the list of packages in it: whoever has another list has another folder.
 *
 * @param {Bundle} bundle
 * @param {boolean} fetch whether to fetch what is not there
 * @returns {Promise<{folder: string} | {missing: string}>} where its packages are unpacked, or why they are not
 */
export async function unpackedPackages(bundle, fetch) {
  const hash = createHash('sha256').update(bundle.packages.join(' ')).digest('hex').slice(0, 8);
  const folder = join(cache, `${bundle.name}-${hash}`);
  const names = bundle.packages.join(', ');
  if (isWhole(folder, bundle)) return { folder };
  if (!fetch) return { missing: `not fetched yet (npm test does it): ${names}` };
  const why = await fetchPackages(folder, bundle);
  return isWhole(folder, bundle)
    ? { folder }
    : { missing: `${names}: ${why ?? 'a program is not in them'}` };
}

function isWhole(folder, { files }) {
  return files.every((places) => places.some((path) => existsSync(join(folder, path))));
}

/**
 * Unpacks in a folder of its own and moves it: another process sees all of it or nothing.
 * @returns {Promise<string | undefined>} what failed
 */
async function fetchPackages(target, bundle) {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, `${bundle.name}-`));
  try {
    await download(folder, bundle.packages).catch(() =>
      downloadWithOwnLists(folder, bundle.packages),
    );
    for (const file of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
      await run('dpkg', ['-x', join(folder, file), join(folder, 'unpacked')], {
        timeout: FETCH_MS,
      });
    }
    if (isWhole(target, bundle)) return undefined; // another process was faster
    rmSync(target, { recursive: true, force: true });
    renameSync(join(folder, 'unpacked'), target);
    return undefined;
  } catch (error) {
    return `${error.stderr ?? ''}\n${error.message}`.trim().split('\n', 1)[0];
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
