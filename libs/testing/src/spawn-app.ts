import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { testLog } from './test-log.js';
import { endWithRun } from './test-run.js';
import { waitFor, type WaitOptions } from './wait-for.js';

/** Of the many gateways of a test run only one could have the usual one. */
const FREE_PORT = '127.0.0.1:0';

export interface SpawnAppOptions {
  /** Script and arguments for Node. */
  readonly args: readonly string[];
  /** Program; Node when absent. */
  readonly command?: string;
  /**
   * All the variables it gets, beside PATH, HOME and a free port for its metrics: nothing of the test run leaks in.
   */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface AppExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process under test. */
export class SpawnedApp {
  /** What it wrote so far, by line. */
  readonly stdout: string[] = [];
  readonly stderr: string[] = [];
  readonly exited: Promise<AppExit>;
  private hasExited = false;

  constructor(private readonly child: ChildProcess) {
    collect(child.stdout, this.stdout);
    collect(child.stderr, this.stderr);
    const forget = endWithRun(this.pid, child.spawnargs.at(-1) ?? '');
    // `close` rather than `exit`: then the last lines are there too.
    this.exited = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.hasExited = true;
        forget();
        resolve({ code, signal });
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Both streams; for messages and for searching what was logged. */
  get output(): string {
    return [...this.stdout, ...this.stderr].join('\n');
  }

  /**
   * Waits for a line on either stream, or takes one that is there.
   * @throws Error with the output when the process ends first, or the time is over
   */
  async waitForLine(pattern: RegExp, options: WaitOptions = {}): Promise<RegExpExecArray> {
    const find = (): RegExpExecArray | undefined => {
      for (const line of [...this.stdout, ...this.stderr]) {
        const match = pattern.exec(line);
        if (match !== null) return match;
      }
      return undefined;
    };
    const message = (): string => `a line like ${String(pattern)}, got:\n${this.output}`;
    await waitFor(() => find() !== undefined || this.hasExited, { message, ...options });
    const match = find();
    if (match === undefined) throw new Error(`The process ended without ${message()}`);
    return match;
  }

  /** Sends a signal; `await exited` for its effect. */
  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it: SIGTERM, and SIGKILL after a minute. */
  async stop(): Promise<AppExit> {
    this.kill('SIGTERM');
    const force = setTimeout(() => {
      this.kill('SIGKILL');
    }, 60_000);
    return this.exited.finally(() => {
      clearTimeout(force);
    });
  }
}

/** Starts a process and collects what it writes. It ends with the test run at the latest. */
export function spawnApp(options: SpawnAppOptions): SpawnedApp {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(options.command ?? process.execPath, options.args, {
    env: { PATH, HOME, LETHE_METRICS_LISTEN: FREE_PORT, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  return new SpawnedApp(child);
}

function collect(stream: NodeJS.ReadableStream | null, lines: string[]): void {
  if (stream === null) return;
  createInterface({ input: stream }).on('line', (line) => {
    lines.push(line);
    testLog(line);
  });
}
