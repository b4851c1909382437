#!/usr/bin/env node
// Builds the documentation site: `npm run docs:site`. A gateway that starts after the build serves
// the site at /docs. VitePress is installed only in docs/site, so that `npm ci` of the project does
// not install it.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressTexts } from './compress-texts.mjs';
import { installPackages } from './own-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'docs/site');
const out = join(root, 'apps/console/dist/guides');
const next = `${out}.next-${process.pid}`;
const former = `${out}.former-${process.pid}`;

try {
  installPackages('docs/site');
  const program = 'node_modules/vitepress/bin/vitepress.js';
  const args = [program, 'build', '.', '--outDir', next];
  const { status } = spawnSync(process.execPath, args, { cwd: site, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build of the guides failed: see above');
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
