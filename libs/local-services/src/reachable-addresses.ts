import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canReach, postgresAccount } from './postgres-account.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { makeFolder } from './service-folder.js';

/** Folder for data and programs that an account other than root must be able to open. */
const SHARED_STATE = '/var/lib/lethe';

/**
 * Returns a data folder that PostgreSQL can open. If this process runs as root, PostgreSQL runs as
 * a different account. If this account cannot enter the requested folder, for example below
 * `/root`, the data is below `/var/lib/lethe`, because Lethe must not change the permissions of
 * existing folders.
 *
 * @param folder requested folder for the data
 * @returns the requested folder, or a folder below `/var/lib/lethe`. In the second case, the file
 * `kept-in` in the requested folder contains the path
 */
export function reachableFolder(folder: string): string {
  const account = postgresAccount(join(folder, 'data'));
  if (account === undefined || canReach(account, join(folder, 'data'))) return folder;
  const replacement = join(SHARED_STATE, nameFor(folder));
  makeFolder(replacement);
  writeFileSync(join(folder, 'kept-in'), `${replacement}\n`);
  return replacement;
}

/**
 * Returns programs of PostgreSQL that its account can run: the installed programs, or a copy in
 * `/var/lib/lethe`. Each installation of Lethe on the computer has a separate copy.
 *
 * @param binaries the programs that npm installed
 * @param folder folder of the service; the owner of its data determines the account
 */
export function reachableBinaries(binaries: PostgresBinaries, folder: string): PostgresBinaries {
  const account = postgresAccount(join(folder, 'data'));
  if (account === undefined || canReach(account, binaries.postgres)) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const copy = join(SHARED_STATE, `postgres-${binaries.majorVersion}-${nameFor(native)}`);
  if (!existsSync(copy)) copyFolder(native, copy);
  const moved = (program: string) => join(copy, 'bin', basename(program));
  return {
    ...binaries,
    initdb: moved(binaries.initdb),
    postgres: moved(binaries.postgres),
  };
}

/** Gives the copy its name only when it is complete, so that no incomplete copy is used. */
function copyFolder(from: string, to: string): void {
  makeFolder(dirname(to));
  const partial = mkdtempSync(`${to}.`);
  cpSync(from, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(join(partial, 'native'), to);
  } catch (error) {
    if (!existsSync(to)) throw error; // if the copy exists, another process was faster
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function nameFor(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
