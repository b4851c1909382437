import { accessSync, chmodSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LocalServiceError } from './local-service-error.js';
import { endProcess, isAlive, runs, type StopSteps } from './running-process.js';

/**
 * Creates the folder if missing, and checks that it is writable.
 *
 * @throws LocalServiceError if the folder is not writable
 */
export function makeFolder(folder: string): void {
  try {
    const first = mkdirSync(folder, { recursive: true });
    if (first !== undefined) allowEntry(first, folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new LocalServiceError(
      `Cannot write to ${folder} (${code ?? 'unknown error'}). Check its permissions, or choose another folder.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Lets all accounts enter the new folders, whatever the umask is. If this process runs as root,
 * PostgreSQL runs as a different account.
 */
function allowEntry(first: string, last: string): void {
  for (let folder = last; folder.length >= first.length; folder = dirname(folder)) {
    chmodSync(folder, 0o755);
    if (dirname(folder) === folder) return;
  }
}

/** A service of an earlier run that may still run in a folder. */
export interface Leftover {
  readonly pid: number;
  /** Text that only the command line of this service contains. */
  readonly commandLine: string;
  readonly steps: StopSteps;
}

/**
 * Makes this process the owner of the folder, and ends a service that still runs there because its
 * parent process was killed.
 *
 * @throws LocalServiceError if the process that started the service still runs
 */
export async function claimFolder(folder: string, leftover: Leftover | undefined): Promise<void> {
  const ownerFile = join(folder, 'owner.pid');
  if (leftover !== undefined && runs(leftover.pid, leftover.commandLine)) {
    const owner = readPid(ownerFile);
    if (owner !== undefined && isAlive(owner)) {
      throw new LocalServiceError(
        `${folder} is in use by process ${String(owner)}. Stop this process, or choose another folder.`,
      );
    }
    await endProcess(leftover.pid, leftover.commandLine, leftover.steps);
  }
  writeFileSync(ownerFile, String(process.pid));
}

/** Returns the number at the beginning of a file, or undefined if there is no file or no number. */
export function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined; // without the file, the folder has no owner
  }
}
