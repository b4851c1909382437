import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { withDeadline } from '@lethe/resilience';
import type { LocalService } from './local-service.js';
import type { StopSteps } from './running-process.js';

export interface ChildServiceOptions {
  readonly command: string;
  readonly args: readonly string[];
  /**
   * Path of a log file for the output, or a listener for the lines of the output. With a listener,
   * the child has an IPC channel, which closes when this process ends.
   */
  readonly output: string | ((line: string) => void);
  readonly stopSteps: StopSteps;
  readonly ownProcessGroup: boolean;
  /** Environment of the child. Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

/** A child process that can be stopped with a sequence of signals, or killed. */
export class ChildService implements LocalService {
  readonly pid: number;
  readonly exited: Promise<string>;
  private ended = false;
  private stopping: Promise<void> | undefined;

  private constructor(
    private readonly child: ChildProcess,
    private readonly steps: StopSteps,
  ) {
    this.pid = child.pid ?? 0;
    // Ends the child when this process calls `process.exit()`. The caller must handle signals.
    const endChild = (): void => void child.kill(steps[0]?.signal ?? 'SIGTERM');
    process.once('exit', endChild);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.ended = true;
        process.off('exit', endChild);
        resolve(signal ?? `exit code ${String(code)}`);
      });
    });
  }

  /** @throws the error of `spawn` (ENOENT, EACCES …) when the program cannot run */
  static async start(options: ChildServiceOptions): Promise<ChildService> {
    const { command, args, output, ownProcessGroup: detached, env, account } = options;
    const log = typeof output === 'string' ? openSync(output, 'a', 0o600) : undefined;
    try {
      const child = spawn(command, args, {
        // The child can live longer than the working directory of this process.
        ...(typeof output === 'string' && { cwd: dirname(output) }),
        stdio: log === undefined ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', log, log],
        detached,
        ...(env === undefined ? {} : { env }),
        ...account,
      });
      if (typeof output === 'function') {
        for (const input of [child.stdout, child.stderr]) {
          if (input !== null) createInterface({ input }).on('line', output);
        }
      }
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', reject);
      });
      return new ChildService(child, options.stopSteps);
    } finally {
      if (log !== undefined) closeSync(log);
    }
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  stop(): Promise<void> {
    this.stopping ??= this.endBySteps(this.steps);
    return this.stopping;
  }

  kill(): Promise<void> {
    return this.endBySteps([{ signal: 'SIGKILL', waitMs: 10_000 }]);
  }

  unref(): void {
    this.child.unref();
  }

  private async endBySteps(steps: StopSteps): Promise<void> {
    for (const { signal, waitMs } of steps) {
      if (this.ended) return;
      this.child.kill(signal);
      await withDeadline(this.exited, waitMs, () => undefined);
    }
  }
}
