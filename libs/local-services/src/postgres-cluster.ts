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

/** Name of the superuser of a cluster. */
export const SUPERUSER = 'postgres';

const PARTIAL = 'data.partial-';

/**
 * Makes PostgreSQL's data folder when there is none, and checks its version when there is one.
 * @param folder the service's folder; the cluster goes to `data` in it, its password to `password`
 * @param sync false leaves out the fsync at the end (tests)
 * @returns the superuser's password
 * @throws LocalServiceError
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
      `${data} was written by PostgreSQL ${found}, this is ${binaries.majorVersion}: dump it with the old one, or choose another folder.`,
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

  // Built beside its place and moved there when whole: a killed start leaves nothing half made.
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
 * The whole environment of PostgreSQL. Our own may hold secrets, and variables that change what
 * PostgreSQL does (PGDATA, LC_*). On Windows it gets ours, which the loading of libraries needs.
 */
export const POSTGRES_ENV: NodeJS.ProcessEnv | undefined =
  process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC' };
