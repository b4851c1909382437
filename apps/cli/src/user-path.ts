import { resolve } from 'node:path';
import type { Terminal } from './command-context.js';

/** Name of the root package of the repository. */
const REPOSITORY = 'lethe';

/**
 * Resolves a path that the user wrote. In a clone, `npm run lethe` runs in the root of the
 * repository, so the path is relative to the folder of the user, which npm passes on. Scripts of
 * other packages are written for the folder in which they run.
 *
 * @returns absolute path
 */
export function userPath({ environment }: Pick<Terminal, 'environment'>, path: string): string {
  const { npm_package_name: ofScript, INIT_CWD: folderOfUser = '.' } = environment;
  return resolve(ofScript === REPOSITORY ? folderOfUser : '.', path);
}
