// What an app needs to run, as places in the lock file: what its image holds, and what its bill of materials names.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Places in the lock file of a workspace package and of all that it needs at run time. */
export function closureOf(start) {
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

/** Where a package is that is found at this place: a workspace, for a link to it. */
export function behindLink(place) {
  const { link, resolved } = packages[place] ?? {};
  return link ? resolved : place;
}

/** The folder whose node_modules is looked at next. */
function parentOf(place) {
  const end = place.lastIndexOf('/node_modules/');
  if (end !== -1) return place.slice(0, end);
  return '';
}

/** In the copy our libs, and the console's files, are in node_modules like all other packages; only the app keeps its place. */
export function placeInFolder(place) {
  const { name } = packages[place];
  const isLib = place.startsWith('libs/') || place === 'apps/console';
  if (isLib && name !== undefined) return `node_modules/${name}`;
  const [, lib, rest] = /^(libs\/[^/]+)(.*)$/.exec(place) ?? [];
  return lib === undefined ? place : `node_modules/${packages[lib].name}${rest}`;
}
