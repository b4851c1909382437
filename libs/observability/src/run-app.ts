import {
  explainRefusedAccess,
  loadConfig,
  processEnvironment,
  unknownVariables,
} from '@lethe/config';
import { OperatorError } from '@lethe/contracts';
import type { z } from 'zod';
import { describeError } from './describe-error.js';

export interface RunningApp {
  /** Stops the app: it accepts no new work, finishes the work in progress, and closes. */
  stop(): Promise<void>;
}

/** Ends the process with exit code 1, and prints a line with the reason. */
export type Fail = (error: unknown) => void;

/** Error of a process that cannot start or cannot continue. */
export class StartError extends OperatorError {
  override readonly name = 'StartError';
}

/**
 * Runs an app as a process. If the start fails, prints one line and exits with 1. SIGINT or SIGTERM
 * stops the app after the work in progress. A second signal ends the process at once. Before the
 * start, prints a line for each variable that looks misspelled.
 *
 * @param start starts the app. Its argument is a function that the app must call on a later fatal
 * error
 */
export function runApp(start: (fail: Fail) => Promise<RunningApp>): void {
  let app: RunningApp | undefined;
  let stopping = false;

  const stop = async (exitCode: number): Promise<void> => {
    if (stopping) process.exit(exitCode === 0 ? 130 : exitCode);
    stopping = true;
    try {
      await app?.stop();
    } catch (error) {
      process.stderr.write(`The shutdown failed: ${explainError(error)}\n`);
      process.exit(1);
    }
    process.exit(exitCode);
  };
  const fail: Fail = (error) => {
    if (stopping) return;
    process.stderr.write(`${explainError(error)}\n`);
    void stop(1);
  };

  for (const line of unknownVariables(processEnvironment()).values()) {
    process.stderr.write(`${line}\n`);
  }
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  Promise.resolve()
    .then(() => start(fail))
    .then((started) => {
      app = started;
      if (stopping) void started.stop();
    }, fail);
}

/**
 * Runs an app that is configured only by the environment, see `runApp`.
 *
 * @param schema schema for `loadConfig`
 */
export function runService<S extends z.ZodObject>(
  schema: S,
  start: (config: Readonly<z.infer<S>>, fail: Fail) => Promise<RunningApp>,
): void {
  runApp((fail) => start(loadConfig(schema, processEnvironment()), fail));
}

/**
 * Returns the line for the operator about an error that ends the process. The line has no secrets.
 */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return 'Lethe could not start.';
  const refused = explainRefusedAccess(error);
  if (refused !== undefined) return refused;
  if (error instanceof OperatorError) return error.message;
  const { code, port, address, path } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port ?? ''} on ${address ?? 'this host'} is in use. Stop the process that listens there, or choose another port (PORT).`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'ENOSPC':
      return path === undefined
        ? `Listening on ${address ?? ''}:${port ?? ''} is not allowed (${code}). Choose a port above 1023 (PORT).`
        : `${path} cannot be used (${code}). Check the path and its owner (LETHE_DATA_DIR, LETHE_WORKSPACE_FILE).`;
    case '28P01':
    case '28000':
      return 'The database refuses the login. Check user and password in DATABASE_URL.';
    case '3D000':
      return 'The database does not exist. Check the name in DATABASE_URL, or create it.';
    case '42501':
      return 'The database user lacks a right that Lethe needs. Grant it, or run the migrations as another user.';
    default:
      return `Lethe stopped because of an error: ${JSON.stringify(describeError(error))}`;
  }
}
