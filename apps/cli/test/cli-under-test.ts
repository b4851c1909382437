import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { spawnApp, waitFor, type SpawnedApp } from '@lethe/testing';
import { runCli as run } from '../src/run-cli.js';

const MAIN = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));

type Variables = Readonly<Record<string, string>>;

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string[];
  readonly stderr: string[];
}

/** A command that goes on in this process. */
export class RunningCommand {
  readonly stdout: string[] = [];
  readonly stderr: string[] = [];
  readonly ended: Promise<CliResult>;
  private readonly enough = new AbortController();

  constructor(args: readonly string[], environment: Variables) {
    const code = run(args, {
      environment,
      print: (text) => void this.stdout.push(...text.split('\n')),
      note: (text) => void this.stderr.push(...text.split('\n')),
      untilInterrupted: () => this.enough.signal,
    });
    const { stdout, stderr } = this;
    this.ended = code.then((code) => ({ code, stdout, stderr }));
  }

  /** Waits for a line on either stream, or takes one that is there. */
  async waitForLine(pattern: RegExp): Promise<void> {
    await waitFor(() => [...this.stdout, ...this.stderr].some((line) => pattern.test(line)), {
      message: () => `a line like ${String(pattern)}, got:\n${this.stdout.join('\n')}`,
    });
  }

  /** As Ctrl-C does. */
  interrupt(): Promise<CliResult> {
    this.enough.abort();
    return this.ended;
  }
}

/** Starts a command in this process: a process of its own takes a second, most of it loading. */
export function startCommand(args: readonly string[], environment: Variables = {}): RunningCommand {
  return new RunningCommand(args, environment);
}

/** Runs one command in this process, to its end. */
export function runCli(...given: Parameters<typeof startCommand>): Promise<CliResult> {
  return startCommand(...given).ended;
}

/** Starts the built command line as a process of its own. */
export function startProcess(args: readonly string[], env: Variables = {}): SpawnedApp {
  return spawnApp({ args: [MAIN, ...args], env });
}

/** Runs one command in a process of its own, which must end by itself. */
export async function runProcess(...given: Parameters<typeof startProcess>): Promise<CliResult> {
  const app = startProcess(...given);
  const { code } = await app.exited;
  return { code, stdout: app.stdout, stderr: app.stderr };
}
