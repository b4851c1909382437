#!/usr/bin/env node
// Copies one app with all that it needs to run, and nothing else: `npm run prune-app -- <app> <folder>`.
// The folder then runs with `node main.mjs`, without npm and without this repository.
// `--list` instead of a folder prints which packages these are, one a line, and copies nothing.
// Works on a built checkout with its node_modules; what is copied is what was tested.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [app, target] = process.argv.slice(2);
const apps = readdirSync(join(root, 'apps'));
if (!apps.includes(app) || target === undefined) {
  console.error(`usage: npm run prune-app -- <${apps.join('|')}> <folder|--list>`);
  process.exit(2);
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const needed = closureOf(`apps/${app}`);
if (target === '--list') {
  console.log([...needed].map(placeInFolder).sort().join('\n'));
  process.exit(0);
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
writeFileSync(join(folder, 'main.mjs'), `import './apps/${app}/dist/main.js';\n`);
console.log(`${app}: ${needed.size} packages, ${(sizeOf(folder) / 1e6).toFixed(1)} MB`);

/** Places in the lock file of a workspace package and of all that it needs at run time. */
function closureOf(start) {
  const found = new Set();
  const waiting = [start];
  while (waiting.length > 0) {
    const place = waiting.pop();
    if (found.has(place)) continue;
    found.add(place);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      ...entry
    } = packages[place];
    const optional = new Set([
      ...Object.keys(optionalDependencies),
      ...Object.entries(entry.peerDependenciesMeta ?? {})
        .filter(([, { optional: isOptional }]) => isOptional)
        .map(([name]) => name),
    ]);
    // An optional peer is there for whoever names it as a dependency, and then it is found there.
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      if (optional.has(name) && name in peerDependencies) continue;
      const dependency = resolvePackage(place, name);
      if (dependency !== undefined) waiting.push(dependency);
      else if (!optional.has(name)) throw new Error(`${place} needs ${name}, which is not there.`);
    }
  }
  return found;
}

/** Where Node would find a package, as a place in the lock file; links lead to the workspace. */
function resolvePackage(from, name) {
  for (let base = from; ; base = parentOf(base)) {
    const place = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    const entry = packages[place];
    if (entry !== undefined && existsSync(join(root, place))) {
      return entry.link ? entry.resolved : place;
    }
    if (base === '') return undefined;
  }
}

/** The folder whose node_modules is looked at next. */
function parentOf(place) {
  const end = place.lastIndexOf('/node_modules/');
  if (end !== -1) return place.slice(0, end);
  return '';
}

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

/** In the copy our libs are in node_modules like all other packages; only the app keeps its place. */
function placeInFolder(place) {
  const { name } = packages[place];
  if (place.startsWith('libs/') && name !== undefined) return `node_modules/${name}`;
  const [, lib, rest] = /^(libs\/[^/]+)(.*)$/.exec(place) ?? [];
  return lib === undefined ? place : `node_modules/${packages[lib].name}${rest}`;
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
