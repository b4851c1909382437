#!/usr/bin/env node
// Copies one app with all that it needs to run, and nothing else: `npm run prune-app -- <app> <folder>`.
// The folder then runs with `node main.mjs`, without npm and without this repository.
// `--list` instead of a folder prints which packages these are, one a line, and copies nothing.
// Works on a built checkout with its node_modules; what is copied is what was tested.
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closureOf, placeInFolder } from './closure-of.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [app, target] = process.argv.slice(2);
const apps = readdirSync(join(root, 'apps')).filter((name) => name !== 'cluster'); // starts the others
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
  console.error(`${bundle} is not there: run "npm run build" first.`);
  process.exit(2);
}
const folder = resolve(target);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty.`);
  process.exit(2);
}

for (const place of needed) copy(place);
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
cpSync(join(root, 'docker/health-check.mjs'), join(folder, 'health-check.mjs'));
// The same name in every folder, so that an image can start any app without a shell.
writeFileSync(join(folder, 'main.mjs'), `import './${bundle}';\n`);
console.log(`${app}: ${needed.size} packages, ${(sizeOf(folder) / 1e6).toFixed(1)} MB`);

/** Packages of ours with their compiled code only; others without what only people and editors read. */
function copy(place) {
  const isOurs = !place.includes('node_modules/');
  const from = join(root, place);
  const to = join(folder, placeInFolder(place));
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
