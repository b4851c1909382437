// A record lists the files from which a build step made its output. The step is not repeated while
// these files are unchanged.
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param path path of a record
 * @returns `began` (time in milliseconds) and `inputs` (paths from the root of the repository). If
 *   there is no record, `inputs` is empty
 */
export function readRecord(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { began: 0, inputs: [] };
}

/** Call it after all output is written. Until then, a build that was killed counts as stale. */
export function writeRecord(path, began, inputs) {
  put(path, JSON.stringify({ began, inputs }));
}

/**
 * @returns true if the record has inputs, and all of them exist and were last changed before the
 *   build began
 */
export function isUpToDate({ began, inputs }) {
  return inputs.length > 0 && inputs.every((input) => isOlder(join(root, input), began));
}

function isOlder(file, time) {
  return existsSync(file) && statSync(file).mtimeMs < time;
}

/** Writes a file atomically, because another process can start or build the app at the same time. */
export function put(path, contents) {
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}`);
  writeFileSync(partial, contents);
  renameSync(partial, path);
}
