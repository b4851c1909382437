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
   * File that the child's whole output is appended to, as none of it may get into our own; or what gets each line of it, without
   * its end, and a channel on which the child hears that this process is gone.
   */
  readonly output: string | ((line: string) => void);
  readonly stopSteps: StopSteps;
  readonly ownProcessGroup: boolean;
  /** Environment of the child; ours when absent. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

/** A child process with an end: by signals in order, or at once. */
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
    // `process.exit()` of this process must not leave the child behind. Signals are for the caller to handle.
    const endWithUs = (): void => void child.kill(steps[0]?.signal ?? 'SIGTERM');
    process.once('exit', endWithUs);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.ended = true;
        process.off('exit', endWithUs);
        resolve(signal ?? `exit code ${String(code)}`);
      });
    });
  }

  /** @throws the spawn error (ENOENT, EACCES …) when the program cannot be run */
  static async start(options: ChildServiceOptions): Promise<ChildService> {
    const { command, args, output, ownProcessGroup: detached, env, account } = options;
    const log = typeof output === 'string' ? openSync(output, 'a', 0o600) : undefined;
    try {
      const child = spawn(command, args, {
        ...(typeof output === 'string' && { cwd: dirname(output) }), // it may outlive the folder that we stand in
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
