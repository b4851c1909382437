import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { testLog } from './test-log.js';
import { endWithRun } from './test-run.js';
import { waitFor, type WaitOptions } from './wait-for.js';

/**
 * Address for metrics. Many processes run at the same time, so they cannot use the default port.
 */
const FREE_PORT = '127.0.0.1:0';

export interface SpawnAppOptions {
  /** Script and arguments for Node. */
  readonly args: readonly string[];
  /** Program. Default: Node. */
  readonly command?: string;
  /**
   * Variables in addition to PATH, HOME and a free port for metrics. The process inherits no other
   * variables.
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
  /** Lines that the process has written until now. */
  readonly stdout: string[] = [];
  readonly stderr: string[] = [];
  readonly exited: Promise<AppExit>;
  private hasExited = false;

  constructor(private readonly child: ChildProcess) {
    collect(child.stdout, this.stdout);
    collect(child.stderr, this.stderr);
    const unregister = endWithRun(this.pid, child.spawnargs.at(-1) ?? '');
    // Listens to `close` and not to `exit`, because `close` comes after the last lines of output.
    this.exited = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.hasExited = true;
        unregister();
        resolve({ code, signal });
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Output of both streams, for messages and for searches in the log. */
  get output(): string {
    return [...this.stdout, ...this.stderr].join('\n');
  }

  /**
   * Waits until one of the two streams has a matching line, and returns the match.
   *
   * @throws Error with the output if the process ends or the time passes before a line matches
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

  /** Sends a signal. Await `exited` to wait until the process has ended. */
  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends the process with SIGTERM, and with SIGKILL after a minute. */
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

/** Starts a process and collects its output. The process is ended at the end of the test run. */
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
