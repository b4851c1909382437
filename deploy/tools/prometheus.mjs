#!/usr/bin/env node
// Prometheus and promtool, with which the alerts are checked: Debian's or Ubuntu's package, fetched with apt, which checks its
// signature, and unpacked into a cache. Nothing is installed and no rights are needed.
// Usage: node tools/prometheus.mjs [--find] [--quiet]
//   prints { prometheus, promtool } or { missing } as JSON; --find looks only, and fetches nothing; --quiet prints nothing but what is missing.
//   With CI=true it is a failure when it cannot be had.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const FETCH_MS = 5 * 60_000;

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lethe');
const unpacked = join(cache, 'prometheus');
const programs = {
  prometheus: join(unpacked, 'usr/bin/prometheus'),
  promtool: join(unpacked, 'usr/bin/promtool'),
};
const run = promisify(execFile);

/**
 * @param {boolean} fetch whether to fetch what is not there
 * @returns {Promise<{prometheus: string, promtool: string} | {missing: string}>}
 */
export async function prometheusTools(fetch = true) {
  const isThere = () => Object.values(programs).every((path) => existsSync(path));
  if (!isThere() && fetch) {
    try {
      await fetchPackage();
    } catch (error) {
      const why = `${error.stderr ?? ''}\n${error.message}`.trim().split('\n', 1)[0];
      return { missing: `Prometheus could not be fetched with apt: ${why}` };
    }
  }
  return isThere() ? programs : { missing: 'Prometheus has not been fetched (npm test does it)' };
}

/** Unpacks in a folder of its own and moves it: another process sees all of it or nothing. */
async function fetchPackage() {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'prometheus-'));
  try {
    await download(folder).catch(() => downloadWithOwnLists(folder));
    const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
    await run('dpkg', ['-x', join(folder, file), join(folder, 'unpacked')], { timeout: FETCH_MS });
    if (!existsSync(unpacked)) renameSync(join(folder, 'unpacked'), unpacked);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function download(folder, ...options) {
  await run('apt-get', [...options, 'download', 'prometheus'], { cwd: folder, timeout: FETCH_MS });
}

/** Where the lists of this machine are missing or old. */
async function downloadWithOwnLists(folder) {
  const own = ['-o', `Dir::State=${folder}/state`, '-o', `Dir::Cache=${folder}/cache`];
  for (const path of ['state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  await run('apt-get', [...own, 'update'], { timeout: FETCH_MS });
  await download(folder, ...own);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const tools = await prometheusTools(!process.argv.includes('--find'));
  if ('missing' in tools || !process.argv.includes('--quiet')) console.log(JSON.stringify(tools));
  if ('missing' in tools && process.env.CI === 'true') process.exitCode = 1;
}
