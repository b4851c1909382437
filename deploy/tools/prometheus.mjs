#!/usr/bin/env node
// Prometheus and promtool, with which the alerts are checked.
// Usage: node tools/prometheus.mjs [--find] [--quiet]
//   prints { prometheus, promtool } or { missing } as JSON; --find looks only, and fetches nothing; --quiet prints nothing but what is missing.
//   With CI=true it is a failure when it cannot be had.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchPackages, unpackedPackages } from '../../tools/debian-packages.mjs';

const NAME = 'prometheus';
const folder = unpackedPackages(NAME);
const programs = {
  prometheus: join(folder, 'usr/bin/prometheus'),
  promtool: join(folder, 'usr/bin/promtool'),
};

/**
 * @param {boolean} fetch whether to fetch what is not there
 * @returns {Promise<{prometheus: string, promtool: string} | {missing: string}>}
 */
export async function prometheusTools(fetch = true) {
  const why = fetch ? await fetchPackages(NAME, ['prometheus']) : undefined;
  const isThere = Object.values(programs).every((path) => existsSync(path));
  return isThere
    ? programs
    : { missing: why ?? 'Prometheus has not been fetched (npm test does it)' };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const tools = await prometheusTools(!process.argv.includes('--find'));
  if ('missing' in tools || !process.argv.includes('--quiet')) console.log(JSON.stringify(tools));
  if ('missing' in tools && process.env.CI === 'true') process.exitCode = 1;
}
