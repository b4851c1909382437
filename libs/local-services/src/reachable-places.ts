import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canReach, postgresAccount } from './postgres-account.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { makeFolder } from './service-folder.js';

/** Where data and programs are kept that other accounts than root must reach. */
const SHARED_STATE = '/var/lib/lethe';

/**
 * A folder for the data that PostgreSQL can reach. Started by root it runs as another account, which
 * cannot enter what is below a folder like `/root`; the data are then kept in `/var/lib/lethe`, as we do
 * not loosen the rights of somebody's folder.
 *
 * @param folder where the data were asked to be
 * @returns the folder itself, or its place below `/var/lib/lethe`, which a file `kept-in` in the folder
 *   then names
 */
export function reachableFolder(folder: string): string {
  const account = postgresAccount(join(folder, 'data'));
  if (account === undefined || canReach(account, join(folder, 'data'))) return folder;
  const place = join(SHARED_STATE, nameFor(folder));
  makeFolder(place);
  writeFileSync(join(folder, 'kept-in'), `${place}\n`);
  return place;
}

/**
 * PostgreSQL's programs where its account can reach them: as installed, or a copy in `/var/lib/lethe`,
 * made once for each place that they were installed in.
 *
 * @param binaries as npm installed them
 * @param folder the data folder, which decides the account
 */
export function reachableBinaries(binaries: PostgresBinaries, folder: string): PostgresBinaries {
  const account = postgresAccount(join(folder, 'data'));
  if (account === undefined || canReach(account, binaries.postgres)) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const copy = join(SHARED_STATE, `postgres-${binaries.majorVersion}-${nameFor(native)}`);
  if (!existsSync(copy)) copyWhole(native, copy);
  const moved = (program: string) => join(copy, 'bin', basename(program));
  return {
    ...binaries,
    initdb: moved(binaries.initdb),
    postgres: moved(binaries.postgres),
  };
}

/** Copies beside the target and moves it there when whole: a killed copy leaves nothing half made. */
function copyWhole(from: string, to: string): void {
  makeFolder(dirname(to));
  const partial = mkdtempSync(`${to}.`);
  cpSync(from, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(join(partial, 'native'), to);
  } catch (error) {
    if (!existsSync(to)) throw error; // else another process was faster
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function nameFor(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
