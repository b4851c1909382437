// Finds the run-time dependencies of an app, as paths in the lock file. The image and the SBOM of
// the app contain these packages.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Returns the paths in the lock file of a workspace package and of its run-time dependencies. */
export function closureOf(start) {
  const found = new Set();
  const waiting = [start];
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (found.has(path)) continue;
    found.add(path);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      ...entry
    } = packages[path];
    const optional = new Set([
      ...Object.keys(optionalDependencies),
      ...Object.entries(entry.peerDependenciesMeta ?? {})
        .filter(([, { optional: isOptional }]) => isOptional)
        .map(([name]) => name),
    ]);
    // Optional peer dependencies are not followed. They are included only as dependencies of other
    // packages.
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      if (optional.has(name) && name in peerDependencies) continue;
      const dependency = resolvePackage(path, name);
      if (dependency !== undefined) waiting.push(dependency);
      else if (!optional.has(name))
        throw new Error(`${path} needs ${name}, which is not installed. Run "npm ci".`);
    }
  }
  return found;
}

/**
 * Returns the package to which Node would resolve a name, as a path in the lock file. Follows
 * links.
 */
function resolvePackage(from, name) {
  for (let base = from; ; base = parentOf(base)) {
    const path = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    const entry = packages[path];
    if (entry !== undefined && existsSync(join(root, path))) {
      return entry.link ? entry.resolved : path;
    }
    if (base === '') return undefined;
  }
}

/** Returns the workspace folder for a link to it. Returns any other path unchanged. */
export function behindLink(path) {
  const { link, resolved } = packages[path] ?? {};
  return link ? resolved : path;
}

/** Returns the folder whose node_modules Node searches after the given folder. */
function parentOf(path) {
  const end = path.lastIndexOf('/node_modules/');
  if (end !== -1) return path.slice(0, end);
  return '';
}

/**
 * Returns the path of a package in the copy of an app. Our libs and the console are copied to
 * node_modules; the app keeps its path.
 */
export function placeInFolder(path) {
  const { name } = packages[path];
  const isLib = path.startsWith('libs/') || path === 'apps/console';
  if (isLib && name !== undefined) return `node_modules/${name}`;
  const [, lib, rest] = /^(libs\/[^/]+)(.*)$/.exec(path) ?? [];
  return lib === undefined ? path : `node_modules/${packages[lib].name}${rest}`;
}
