#!/usr/bin/env node
// Builds the documentation site: `npm run docs:site`. A gateway that starts after the build serves
// the site at /docs. VitePress is installed only in docs/site, so that `npm ci` of the project does
// not install it.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressTexts } from './compress-texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'docs/site');
const out = join(root, 'apps/console/dist/guides');
const next = `${out}.next-${process.pid}`;
const former = `${out}.former-${process.pid}`;

try {
  run('npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts');
  run('node', 'node_modules/vitepress/bin/vitepress.js', 'build', '.', '--outDir', next);
  await compressTexts(next);
  if (existsSync(out)) renameSync(out, former);
  renameSync(next, out);
  console.log(
    'The guides are built. Start or restart the gateway: it serves the files that it found at its start.',
  );
} finally {
  rmSync(next, { recursive: true, force: true });
  rmSync(former, { recursive: true, force: true });
}

function run(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: site, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed in docs/site: see above`);
}
