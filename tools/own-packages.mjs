#!/usr/bin/env node
// Installs packages that only few commands need: `node tools/own-packages.mjs <folder>`. The folder
// has its own lock file and is outside the workspaces, so `npm ci` of the project does not install
// them. Does nothing if they are installed.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param folder folder with a package.json and a lock file, from the root of the repository
 * @returns the path of its `node_modules`
 * @throws Error if npm fails
 */
export function installPackages(folder) {
  const place = join(root, folder);
  const modules = join(place, 'node_modules');
  const installed = join(modules, '.package-lock.json'); // npm writes this file last
  const lock = join(place, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs)
    return modules;
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  const { status } = spawnSync('npm', ['ci', ...options], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}: see above`);
  return modules;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(installPackages(process.argv[2]));
}
