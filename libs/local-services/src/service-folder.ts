import { accessSync, chmodSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LocalServiceError } from './local-service-error.js';
import { endProcess, isAlive, runs, type StopSteps } from './running-process.js';

/**
 * Makes the folder, and checks that we can write there.
 * @throws LocalServiceError naming the folder
 */
export function makeFolder(folder: string): void {
  try {
    const first = mkdirSync(folder, { recursive: true });
    if (first !== undefined) openToPassers(first, folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new LocalServiceError(`Cannot write to ${folder} (${code ?? 'unknown error'}).`, {
      cause: error,
    });
  }
}

/** Other accounts (PostgreSQL under root) must get through the folders we made, whatever the umask. */
function openToPassers(first: string, last: string): void {
  for (let folder = last; folder.length >= first.length; folder = dirname(folder)) {
    chmodSync(folder, 0o755);
    if (dirname(folder) === folder) return;
  }
}

/** A service that an earlier run left behind in a folder. */
export interface Leftover {
  readonly pid: number;
  /** Text that only its command line holds. */
  readonly commandLine: string;
  readonly steps: StopSteps;
}

/**
 * Takes the folder for this process: ends what a killed process left running there.
 * @throws LocalServiceError when the process that started it still lives
 */
export async function claimFolder(folder: string, leftover: Leftover | undefined): Promise<void> {
  const ownerFile = join(folder, 'owner.pid');
  if (leftover !== undefined && runs(leftover.pid, leftover.commandLine)) {
    const owner = readPid(ownerFile);
    if (owner !== undefined && isAlive(owner)) {
      throw new LocalServiceError(
        `${folder} is in use by process ${String(owner)}: stop it, or choose another folder.`,
      );
    }
    await endProcess(leftover.pid, leftover.commandLine, leftover.steps);
  }
  writeFileSync(ownerFile, String(process.pid));
}

/** The number on the first line of a file; undefined when there is no such file or number. */
export function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined; // no file: nobody was here
  }
}
