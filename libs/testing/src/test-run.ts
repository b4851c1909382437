import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalService } from '@lethe/local-services';
import { waitFor } from './wait-for.js';

/** Returns a variable that `jest.global-setup.mjs` or a test script has set. */
function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: is Jest's globalSetup in place?`);
  return value;
}

/** Returns the id of this run, for names on shared servers. */
export function testRunId(): string {
  return variable('LETHE_TEST_RUN_ID');
}

/** Returns the folder of this run, which is removed at the end of the run. */
export function testRunFolder(): string {
  const folder = variable('LETHE_TEST_SERVICES_DIR');
  // The account of PostgreSQL must be able to enter the folder.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  startWatchdog(folder);
  return folder;
}

/**
 * Registers a process, so that the process is ended at the end of the run.
 *
 * @param commandLine text that the command line of the process contains
 * @returns a function that unregisters the process
 */
export function endWithRun(pid: number, commandLine: string): () => void {
  const file = join(testRunFolder(), `${String(pid)}.process.json`);
  writeFileSync(file, JSON.stringify({ pid, commandLine }));
  return () => {
    rmSync(file, { force: true });
  };
}

/**
 * Starts a service once for all workers of this run. The service is ended at the end of the run.
 *
 * @param name name of the service
 * @param start starts the service in the given folder
 * @param addressOf returns the address of the service
 * @returns the address of the service, even if another worker started the service
 */
export async function startOnce<Service extends Pick<LocalService, 'pid' | 'unref'>>(
  name: string,
  start: (dataDir: string) => Promise<Service>,
  addressOf: (service: Service) => string,
): Promise<string> {
  const folder = testRunFolder();
  const answer = join(folder, `${name}.json`);
  if (isFirst(join(folder, `${name}.lock`))) {
    const dataDir = join(folder, name);
    const content = await start(dataDir).then(
      (service) => {
        endWithRun(service.pid, dataDir);
        service.unref();
        return { address: addressOf(service) };
      },
      (error: unknown) => ({ error: String(error) }),
    );
    publish(answer, content);
  }
  await waitFor(() => existsSync(answer), { timeoutMs: 240_000, message: `${name} to be started` });
  const { address, error } = JSON.parse(readFileSync(answer, 'utf8')) as {
    address?: string;
    error?: string;
  };
  if (address === undefined) throw new Error(`${name} could not be started: ${String(error)}`);
  return address;
}

function startWatchdog(folder: string): void {
  if (!isFirst(join(folder, 'watchdog.lock'))) return;
  const script = fileURLToPath(new URL('../watchdog.mjs', import.meta.url));
  const options = { detached: true, stdio: 'ignore' } as const;
  spawn(process.execPath, [script, variable('LETHE_TEST_OWNER_PID'), folder], options).unref();
}

/** Returns true for exactly one worker, because the creation of a folder is atomic. */
function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function publish(file: string, content: object): void {
  const partial = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(partial, JSON.stringify(content), { mode: 0o600 });
  renameSync(partial, file);
}
