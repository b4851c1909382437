// Provides programs for tests that are not available from npm, PyPI and Go. apt downloads the
// packages of Debian or Ubuntu and checks their signatures. This file unpacks the packages into a
// cache, so it installs nothing and does not need root.
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
 * @property {readonly (readonly string[])[]} files required files; each has a list of possible
 *   paths
 */

/**
 * Returns the folder of a bundle. The name of the folder contains a hash of the package list.
 *
 * @param {Bundle} bundle
 * @param {boolean} fetch true to download missing packages
 * @returns {Promise<{folder: string} | {missing: string}>} the folder, or the reason why there is
 * none
 */
export async function unpackedPackages(bundle, fetch) {
  const hash = createHash('sha256').update(bundle.packages.join(' ')).digest('hex').slice(0, 8);
  const folder = join(cache, `${bundle.name}-${hash}`);
  const names = bundle.packages.join(', ');
  if (isComplete(folder, bundle)) return { folder };
  if (!fetch) return { missing: `not downloaded yet ("npm test" does it): ${names}` };
  const why = await fetchPackages(folder, bundle);
  return isComplete(folder, bundle)
    ? { folder }
    : { missing: `${names}: ${why ?? 'they do not contain all programs'}` };
}

function isComplete(folder, { files }) {
  return files.every((places) => places.some((path) => existsSync(join(folder, path))));
}

/**
 * Downloads and unpacks a bundle, and then moves it to its folder. So other processes never see an
 * incomplete bundle.
 *
 * @returns {Promise<string | undefined>} the error, if there is one
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
    if (isComplete(target, bundle)) return undefined; // another process was faster
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

/**
 * Downloads packages with new package lists, because the lists of the machine can be missing or
 * old.
 */
async function downloadWithOwnLists(folder, packages) {
  const own = ['-o', `Dir::State=${folder}/state`, '-o', `Dir::Cache=${folder}/cache`];
  for (const path of ['state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  await run('apt-get', [...own, 'update'], { timeout: FETCH_MS });
  await download(folder, packages, ...own);
}
