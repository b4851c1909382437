import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalService } from '@lethe/local-services';
import { waitFor } from './wait-for.js';

/** What `jest.global-setup.mjs` prepared; also the names of the variables a test script may set. */
function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: is Jest's globalSetup in place?`);
  return value;
}

/** Names this run in what it makes on shared servers. */
export function testRunId(): string {
  return variable('LETHE_TEST_RUN_ID');
}

/** A folder of this run, removed when it is over. */
export function testRunFolder(): string {
  const folder = variable('LETHE_TEST_SERVICES_DIR');
  // Passable for the account of PostgreSQL, whatever the umask.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  startWatchdog(folder);
  return folder;
}

/**
 * Has a process ended with the run, should nobody do it before.
 * @param commandLine text that its command line holds
 * @returns forgets the process
 */
export function endWithRun(pid: number, commandLine: string): () => void {
  const file = join(testRunFolder(), `${String(pid)}.process.json`);
  writeFileSync(file, JSON.stringify({ pid, commandLine }));
  return () => {
    rmSync(file, { force: true });
  };
}

/**
 * Starts a service once for all workers of this run, with which it ends.
 * @param name of the service
 * @param start starts it in the folder that it gets
 * @param addressOf how to reach it
 * @returns its address, whichever worker started it
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

/** Making a folder is atomic: of all workers one is first. */
function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Readers see all of it or nothing. */
function publish(file: string, content: object): void {
  const partial = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(partial, JSON.stringify(content), { mode: 0o600 });
  renameSync(partial, file);
}
