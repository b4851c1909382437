import { readFileSync } from 'node:fs';
import type { Environment } from '../load-config.js';
import { didYouMean } from '@lethe/contracts';
import { KNOWN_VARIABLES } from './known-variables.js';

const SERVICE = '_SERVICE_HOST';

/**
 * Finds variables that look like ours but are none of any app: a mistyped limit would otherwise be
 * the default, and nobody would know. Passed over are variables of other apps of ours, those that the
 * workspace file refers to, and those that Kubernetes sets for a service whose name begins like ours.
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

/** The file's text; empty when it cannot be read, which the app that uses the file reports. */
function workspaceFile({ LETHE_WORKSPACE_FILE: path }: Environment): string {
  if (path === undefined || path === '') return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
