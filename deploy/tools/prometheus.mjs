#!/usr/bin/env node
// Prometheus and promtool, with which the alerts are checked.
// Usage: node tools/prometheus.mjs [--find] [--quiet]
//   prints { prometheus, promtool } or { missing } as JSON; --find looks only, and fetches nothing; --quiet prints nothing but what is missing.
//   With CI=true it is a failure when it cannot be had.
import { join } from 'node:path';
import { unpackedPackages } from '../../tools/debian-packages.mjs';

const PROGRAMS = { prometheus: 'usr/bin/prometheus', promtool: 'usr/bin/promtool' };
const PROMETHEUS = {
  name: 'prometheus',
  packages: ['prometheus'],
  files: Object.values(PROGRAMS).map((path) => [path]),
};

const found = await unpackedPackages(PROMETHEUS, !process.argv.includes('--find'));
const tools =
  'missing' in found
    ? found
    : Object.fromEntries(
        Object.entries(PROGRAMS).map(([name, path]) => [name, join(found.folder, path)]),
      );
if ('missing' in tools || !process.argv.includes('--quiet')) console.log(JSON.stringify(tools));
if ('missing' in tools && process.env.CI === 'true') process.exitCode = 1;
