#!/usr/bin/env node
// zsh and fish, in which the completion of the command line is tried out.
// Usage: node tools/shells.mjs [--find] [--quiet]
//   prints { folder } or { missing } as JSON; --find looks only, and fetches nothing; --quiet prints nothing but what is missing.
//   With CI=true it is a failure when they cannot be had, but for systems without apt.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fetchPackages, unpackedPackages } from './debian-packages.mjs';

const NAME = 'shells';

/**
 * @param {boolean} fetch whether to fetch what is not there
 * @returns {Promise<{folder: string} | {missing: string}>}
 */
export async function shells(fetch = true) {
  const folder = unpackedPackages(NAME);
  // The library is fish's; what else they need is on every Debian.
  const why = fetch ? await fetchPackages(NAME, ['zsh', 'fish', 'libpcre2-32-0']) : undefined;
  if (existsSync(folder)) return { folder };
  return { missing: why ?? 'zsh and fish have not been fetched (npm test does it)' };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await shells(!process.argv.includes('--find'));
  if ('missing' in found || !process.argv.includes('--quiet')) console.log(JSON.stringify(found));
  if ('missing' in found && process.env.CI === 'true' && process.platform === 'linux') {
    process.exitCode = 1;
  }
}
