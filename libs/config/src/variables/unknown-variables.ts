import { readFileSync } from 'node:fs';
import type { Environment } from '../load-config.js';
import { didYouMean } from '@lethe/contracts';
import { KNOWN_VARIABLES } from './known-variables.js';

const SERVICE = '_SERVICE_HOST';

/**
 * Finds variables that begin with `LETHE_` but that no app of Lethe reads, such as a
 * misspelled limit. Ignores variables that the workspace file uses. Also ignores variables that
 * Kubernetes sets for a service whose name begins with `lethe-`.
 *
 * @param environment usually `processEnvironment()`
 * @returns name of each variable → line about it, which never contains the value of the variable
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

/**
 * Returns the text of the file, or an empty text if the file is unreadable. The app that uses the
 * file reports this error.
 */
function workspaceFile({ LETHE_WORKSPACE_FILE: path }: Environment): string {
  if (path === undefined || path === '') return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
