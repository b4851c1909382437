import { readFileSync } from 'node:fs';
import type { Environment } from '@lethe/config';
import { didYouMean } from '@lethe/contracts';
import { KNOWN_VARIABLES } from './known-variables.js';

const SERVICE = '_SERVICE_HOST';

/**
 * Finds variables that look like ours but are none of any app: a mistyped limit would otherwise be
 * the default, and nobody would know. What belongs to another app of ours is not meant, nor what
 * the workspace file refers to, nor what Kubernetes tells about a service with such a name.
 *
 * @param environment usually `processEnvironment()`
 * @returns a line for each, by its name; no line holds a value
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

/** Whether it can be used is for the app to say. */
function workspaceFile({ LETHE_WORKSPACE_FILE: path }: Environment): string {
  if (path === undefined || path === '') return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
