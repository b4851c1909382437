#!/usr/bin/env node
// Copies one app with its run-time dependencies: `npm run prune-app -- <app> <folder>`. The folder
// runs with `node main.mjs`, without npm and without this repository. With `--list` instead of a
// folder, prints these packages, one per line, and copies nothing. Copies files from a built
// checkout and its node_modules, so the copy contains the code that was tested.
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closureOf, placeInFolder } from './closure-of.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [app, target] = process.argv.slice(2);
// `cluster` is left out, because it only starts other apps.
const apps = readdirSync(join(root, 'apps')).filter((name) => name !== 'cluster');
if (!apps.includes(app) || target === undefined) {
  console.error(`usage: npm run prune-app -- <${apps.join('|')}> <folder|--list>`);
  process.exit(2);
}
const needed = closureOf(`apps/${app}`);
if (target === '--list') {
  console.log([...needed].map(placeInFolder).sort().join('\n'));
  process.exit(0);
}
const bundle = `apps/${app}/dist/bundle/main.js`;
if (!existsSync(join(root, bundle))) {
  console.error(`${bundle} does not exist. Run "npm run build" first.`);
  process.exit(2);
}
const folder = resolve(target);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty. Choose an empty folder.`);
  process.exit(2);
}

for (const packagePath of needed) copy(packagePath);
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
cpSync(join(root, 'docker/health-check.mjs'), join(folder, 'health-check.mjs'));
// The name is the same for every app, so that an image can start any app without a shell.
writeFileSync(join(folder, 'main.mjs'), `import './${bundle}';\n`);
console.log(`${app}: ${needed.size} packages, ${(sizeOf(folder) / 1e6).toFixed(1)} MB`);

/**
 * Copies a package. From our packages, copies only compiled code. From other packages, copies all
 * files except docs, types and source maps.
 */
function copy(packagePath) {
  const isOurs = !packagePath.includes('node_modules/');
  const from = join(root, packagePath);
  const to = join(folder, placeInFolder(packagePath));
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, {
    recursive: true,
    filter: (file) => {
      const path = relative(from, file);
      if (path === '') return true;
      return isOurs ? isOursNeeded(path) : isNeeded(path);
    },
  });
}

function isOursNeeded(path) {
  if (path === 'package.json' || path === 'index.cjs' || path === 'dist') return true;
  return path.startsWith('dist/') && isCode(path);
}

function isNeeded(path) {
  return !path.split('/').includes('node_modules') && isCode(path);
}

function isCode(path) {
  const name = basename(path);
  return (
    !/\.(d\.[cm]?ts|[cm]?ts|map|md|markdown|tsbuildinfo|flow)$|^\.(?!\.)/i.test(name) ||
    /licen[cs]e|notice/i.test(name)
  );
}

function sizeOf(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
