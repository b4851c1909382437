import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { spawnApp, waitFor, type SpawnedApp } from '@lethe/testing';
import { runCli as run } from '../src/run-cli.js';

export const MAIN = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));

type Variables = Readonly<Record<string, string>>;

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string[];
  readonly stderr: string[];
}

/** A command that runs in this process. */
export class RunningCommand {
  readonly stdout: string[] = [];
  readonly stderr: string[] = [];
  readonly ended: Promise<CliResult>;
  private readonly interruption = new AbortController();

  constructor(args: readonly string[], environment: Variables) {
    const code = run(args, {
      environment,
      print: (text) => void this.stdout.push(...text.split('\n')),
      note: (text) => void this.stderr.push(...text.split('\n')),
      untilInterrupted: () => this.interruption.signal,
    });
    const { stdout, stderr } = this;
    this.ended = code.then((code) => ({ code, stdout, stderr }));
  }

  /**
   * Waits until a line of one of the streams matches. Lines from before the call are also checked.
   */
  async waitForLine(pattern: RegExp): Promise<void> {
    await waitFor(() => [...this.stdout, ...this.stderr].some((line) => pattern.test(line)), {
      message: () => `a line like ${String(pattern)}, got:\n${this.stdout.join('\n')}`,
    });
  }

  /** Interrupts the command, as Ctrl-C does. */
  interrupt(): Promise<CliResult> {
    this.interruption.abort();
    return this.ended;
  }
}

/** Starts a command in this process, because a separate process needs a second to load. */
export function startCommand(args: readonly string[], environment: Variables = {}): RunningCommand {
  return new RunningCommand(args, environment);
}

/** Runs one command in this process until it ends. */
export function runCli(...given: Parameters<typeof startCommand>): Promise<CliResult> {
  return startCommand(...given).ended;
}

/** Starts the built command line in a separate process. */
export function startProcess(args: readonly string[], env: Variables = {}): SpawnedApp {
  return spawnApp({ args: [MAIN, ...args], env });
}

/** Runs one command in a separate process until it ends. */
export async function runProcess(...given: Parameters<typeof startProcess>): Promise<CliResult> {
  const app = startProcess(...given);
  const { code } = await app.exited;
  return { code, stdout: app.stdout, stderr: app.stderr };
}
