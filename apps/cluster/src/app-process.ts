import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Environment } from '@lethe/config';
import { withDeadline } from '@lethe/resilience';

export interface AppProcessOptions {
  /** For the person at the terminal. */
  readonly name: string;
  /** Path of the app's main file. */
  readonly program: string;
  readonly env: Environment;
  /** Gets each line, without its end. */
  readonly print: (line: string) => void;
}

/** A gateway waits for requests in hand and for connections of callers: docs/operations.md. */
const STOP_MS = 45_000;

/** Plain JavaScript beside `src` and `dist`, so that the path is right from both. */
const END_WITH_PARENT = new URL('../end-with-parent.mjs', import.meta.url).href;

/** One of our apps as a child process. */
export class AppProcess {
  /** Resolves when the app has ended, with how it ended, for the person at the terminal. */
  readonly ended: Promise<string>;
  private hasEnded = false;

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
  ) {
    const killWithUs = (): void => void child.kill('SIGKILL');
    process.once('exit', killWithUs);
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.hasEnded = true;
        process.off('exit', killWithUs);
        resolve(`${name} ended with ${signal ?? `exit code ${String(code)}`}`);
      });
    });
  }

  static async start({ name, program, env, print }: AppProcessOptions): Promise<AppProcess> {
    const args = ['--enable-source-maps', '--import', END_WITH_PARENT, program];
    const child = spawn(process.execPath, args, {
      // Names whose servers do not answer hold a thread each.
      env: { UV_THREADPOOL_SIZE: '64', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A group of its own: Ctrl-C must not reach it before we stop it in order, nor twice.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        print(line);
      });
    }
    await once(child, 'spawn');
    return new AppProcess(name, child);
  }

  /** Asks it to end, and ends it by force after 45 s. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    this.child.kill('SIGTERM');
    await withDeadline(this.ended, STOP_MS, () => {
      this.child.kill('SIGKILL');
      return this.ended;
    });
  }
}
