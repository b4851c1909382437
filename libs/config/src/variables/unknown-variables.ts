import { readFileSync } from 'node:fs';
import type { Environment } from '../load-config.js';
import { didYouMean } from '@lethe/contracts';
import { KNOWN_VARIABLES } from './known-variables.js';

const SERVICE = '_SERVICE_HOST';

/**
 * Finds variables that begin like Lethe's but belong to no app. Otherwise a mistyped limit would
 * silently be the default. Ignores variables of other apps of Lethe, of the workspace file, and of
 * Kubernetes for a service with a similar name.
 *
 * @param environment usually `processEnvironment()`
 * @returns a line for each, by name, without values
 */
export function unknownVariables(environment: Environment): ReadonlyMap<string, string> {
  const known = new Set(KNOWN_VARIABLES);
  const names = Object.keys(environment).filter(
    (name) => name.startsWith('LETHE_') && !known.has(name),
  );
  if (names.length === 0) return new Map();
  const services = names.filter((name) => name.endsWith(SERVICE));
  const prefixes = services.map((name) => `${name.slice(0, -SERVICE.length)}_`);
  const file = workspaceFile(environment);
  return new Map(
    names
      .filter((name) => !prefixes.some((prefix) => name.startsWith(prefix)))
      .filter((name) => !file.includes(`\${${name}}`))
      .map((name) => [
        name,
        `${name} is not a variable of Lethe${didYouMean(name, KNOWN_VARIABLES)}`,
      ]),
  );
}

/** Returns the text of the file; empty when unreadable, which the app that uses it reports. */
function workspaceFile({ LETHE_WORKSPACE_FILE: path }: Environment): string {
  if (path === undefined || path === '') return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
