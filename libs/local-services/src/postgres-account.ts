import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalServiceError } from './local-service-error.js';

/** The operating system's account that runs PostgreSQL, when it cannot be our own. */
export interface PostgresAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. Under root it gets the account that owns the data already, or else
 * the user `postgres`, which is made when there is none.
 * @param dataFolder PostgreSQL's data folder; need not exist
 * @returns undefined when PostgreSQL can run as our own account
 */
export function postgresAccount(dataFolder: string): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const data = statSync(dataFolder, { throwIfNoEntry: false });
  if (data !== undefined && data.uid !== 0) return { uid: data.uid, gid: data.gid };
  return findPostgresUser() ?? makePostgresUser();
}

/**
 * Whether an account may pass all the folders above a path, by their modes.
 *
 * @param path file or folder; need not exist, unlike the folder that it is in
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
    const other = findPostgresUser(); // another process may have been faster
    if (other !== undefined) return other;
    throw new LocalServiceError(
      'PostgreSQL cannot run as root, and the user postgres could not be made: run as another user, or set DATABASE_URL.',
      { cause: error },
    );
  }
  const made = findPostgresUser();
  if (made === undefined)
    throw new LocalServiceError('The user postgres was made but is not there.');
  return made;
}
