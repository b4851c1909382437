import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canReach, postgresAccount } from './postgres-account.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { makeFolder } from './service-folder.js';

/** Where root keeps what other accounts must reach. */
const SHARED_STATE = '/var/lib/lethe';

/**
 * Under root PostgreSQL runs as another account, which may not pass folders like `/root`. What it
 * needs is then kept where it can: loosening the rights of somebody's folder is not ours to do.
 *
 * @param folder where the data were asked to be
 * @returns the folder itself, or its place below `/var/lib/lethe`; the first then names the second
 */
export function passableFolder(folder: string): string {
  const account = postgresAccount(join(folder, 'data'));
  if (account === undefined || canReach(account, join(folder, 'data'))) return folder;
  const place = join(SHARED_STATE, nameFor(folder));
  makeFolder(place);
  writeFileSync(join(folder, 'kept-in'), `${place}\n`);
  return place;
}

/**
 * The same for the programs: a copy, made once for each place that they were installed in.
 *
 * @param binaries as npm installed them
 * @param folder the data folder, which decides the account
 */
export function passableBinaries(binaries: PostgresBinaries, folder: string): PostgresBinaries {
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
