import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LocalServiceError } from './local-service-error.js';
import type { PostgresAccount } from './postgres-account.js';
import type { PostgresBinaries } from './postgres-binaries.js';

export const SUPERUSER = 'postgres';

const PARTIAL = 'data.partial-';

/**
 * Creates the data folder of PostgreSQL if it is missing. If the folder exists, checks the version
 * of the data.
 *
 * @param folder folder of the service; contains the data folder `data` and the file `password`
 * @param sync if false, `initdb` does not flush the files to disk, which is enough for tests
 * @returns the password of the superuser
 * @throws LocalServiceError if the version differs or `initdb` fails
 */
export async function prepareCluster(
  folder: string,
  binaries: PostgresBinaries,
  account: PostgresAccount | undefined,
  sync: boolean,
): Promise<string> {
  const data = join(folder, 'data');
  if (!existsSync(data)) return initCluster(folder, binaries, account, sync);
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== binaries.majorVersion) {
    throw new LocalServiceError(
      `${data} was written by PostgreSQL ${found}, but this is PostgreSQL ${binaries.majorVersion}. Dump it with PostgreSQL ${found}, or choose another folder.`,
    );
  }
  return readFileSync(join(folder, 'password'), 'utf8').trim();
}

async function initCluster(
  folder: string,
  binaries: PostgresBinaries,
  account: PostgresAccount | undefined,
  sync: boolean,
): Promise<string> {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(PARTIAL)) rmSync(join(folder, name), { recursive: true });
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(join(folder, 'password'), password, { mode: 0o600 });

  // The data folder gets its name only when it is complete, so that a killed start leaves no
  // incomplete data folder.
  const partial = mkdtempSync(join(folder, PARTIAL));
  const data = join(partial, 'data');
  const passwordFile = join(partial, 'password');
  mkdirSync(data);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    for (const path of [partial, data, passwordFile]) chownSync(path, account.uid, account.gid);
  }
  await initdb(binaries, account, [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    ...(sync ? [] : ['--no-sync']),
  ]);
  renameSync(data, join(folder, 'data'));
  rmSync(partial, { recursive: true });
  return password;
}

async function initdb(
  binaries: PostgresBinaries,
  account: PostgresAccount | undefined,
  args: readonly string[],
): Promise<void> {
  try {
    await promisify(execFile)(binaries.initdb, args, { env: POSTGRES_ENV, ...account });
  } catch (error) {
    const output = (error as { stderr?: string }).stderr ?? '';
    const line = /^.*error: .*$/m.exec(output)?.[0] ?? String(error).split('\n')[0];
    throw new LocalServiceError(`PostgreSQL could not be set up: ${line ?? ''}`, { cause: error });
  }
}

/**
 * The whole environment of PostgreSQL. The environment of this process is not passed on. It may
 * contain secrets, and variables such as PGDATA and LC_* that change the behavior of PostgreSQL. On
 * Windows, the environment is passed on, because PostgreSQL needs it to load libraries.
 */
export const POSTGRES_ENV: NodeJS.ProcessEnv | undefined =
  process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC' };
