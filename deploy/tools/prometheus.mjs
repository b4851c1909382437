#!/usr/bin/env node
// Finds or fetches Prometheus and promtool, which check the alerts.
// Usage: node tools/prometheus.mjs [--find] [--quiet]
// Prints { prometheus, promtool } or { missing } as JSON. --find fetches nothing. --quiet prints
// only { missing }.
// With CI=true, a missing program is an error.
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
