import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalServiceError } from './local-service-error.js';

/** System account that runs PostgreSQL if the account of this process cannot run it. */
export interface PostgresAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the account for PostgreSQL, which refuses to run as root. If this process runs as root,
 * the account is the owner of existing data. If there is no data, the account is the user
 * `postgres`, which is created if it is missing.
 *
 * @param dataFolder data folder of PostgreSQL; need not exist
 * @returns undefined if PostgreSQL can run as the account of this process
 */
export function postgresAccount(dataFolder: string): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const data = statSync(dataFolder, { throwIfNoEntry: false });
  if (data !== undefined && data.uid !== 0) return { uid: data.uid, gid: data.gid };
  return findPostgresUser() ?? makePostgresUser();
}

/**
 * Returns true if the permissions of all folders above a path let the account enter these folders.
 *
 * @param path path of a file or folder, which need not exist; the folder that contains it must
 * exist
 */
export function canReach(account: PostgresAccount, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

function findPostgresUser(): PostgresAccount | undefined {
  try {
    const id = (flag: string): number => {
      const answer = execFileSync('id', [flag, 'postgres'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return Number.parseInt(answer.toString(), 10);
    };
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined; // no such user
  }
}

function makePostgresUser(): PostgresAccount {
  try {
    const options = ['--system', '--user-group', '--no-create-home', 'postgres'];
    execFileSync('useradd', options, { stdio: 'ignore' });
  } catch (error) {
    const existing = findPostgresUser(); // another process may have been faster
    if (existing !== undefined) return existing;
    throw new LocalServiceError(
      'PostgreSQL cannot run as root, and the user postgres could not be created. Run Lethe as another user, or set DATABASE_URL.',
      { cause: error },
    );
  }
  const created = findPostgresUser();
  if (created === undefined)
    throw new LocalServiceError(
      'The user postgres was created, but it cannot be found. Run Lethe as another user, or set DATABASE_URL.',
    );
  return created;
}
