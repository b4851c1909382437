import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import type { GuestResult, GuestTask } from './guest/guest-task.js';
import { LIMIT_TEXTS } from './limits/limit-texts.js';
import { readOutcome } from './guest/read-outcome.js';
import { DEFAULT_SANDBOX_LIMITS, type SandboxLimits } from './limits/sandbox-limits.js';
import type { SandboxObserver } from './threads/sandbox-observer.js';
import {
  ThreadEndedError,
  TimedThreads,
  type RunInThreadOptions,
} from './threads/timed-threads.js';
import type { TransformationOutcome, TransformationRun } from './guest/transformation-run.js';
import type { WorkerSettings } from './guest/worker.js';

export interface SandboxOptions {
  /** Hosts or CIDR ranges that `fetch` is allowed to call although they are not public. */
  readonly egressAllow?: readonly string[];
  readonly limits?: Partial<SandboxLimits>;
  /** Maximum concurrent runs of one owner. By default the number of CPU cores, but at least 2. */
  readonly threadsPerOwner?: number;
  /** Maximum number of runs of one owner that wait for a thread. By default 1,000. */
  readonly maxWaiting?: number;
  readonly observer?: SandboxObserver;
}

export type SandboxRunOptions = Pick<RunInThreadOptions, 'owner' | 'signal'>;

/** A run was refused, because too many runs of its owner are waiting. */
export class SandboxBusyError extends Error {
  override readonly name = 'SandboxBusyError';
}

/** Milliseconds after the time limit in which a thread can still report its outcome. */
const GRACE_MS = 500;
/**
 * The thread needs a much larger stack than the interpreter, because the frames of the thread are
 * larger.
 */
const THREAD_STACK_MIB = 16;

const BUSY = 'Too many transformations are waiting. Try again later';

/**
 * Runs user transformations. Besides JavaScript, their code can use only the functions that the
 * contract defines.
 */
export class Sandbox {
  private readonly limits: SandboxLimits;
  private readonly threads: TimedThreads<GuestTask, GuestResult>;
  private isClosed = false;

  constructor({
    egressAllow = [],
    limits,
    threadsPerOwner,
    maxWaiting,
    observer,
  }: SandboxOptions = {}) {
    this.limits = { ...DEFAULT_SANDBOX_LIMITS, ...limits };
    const workerData: WorkerSettings = { egressAllow, limits: this.limits };
    this.threads = new TimedThreads({
      filename: createRequire(import.meta.url).resolve('@lethe/sandbox/worker'),
      workerData,
      threadsPerOwner: threadsPerOwner ?? Math.max(2, availableParallelism()),
      minThreads: 1,
      idleTimeoutMs: Infinity,
      ...(maxWaiting === undefined ? {} : { maxWaiting }),
      ...(observer && { observer }),
      timeLimitMs: this.limits.wallMs + GRACE_MS,
      memory: {
        maxOldGenerationSizeMb: 128,
        maxYoungGenerationSizeMb: 16,
        stackSizeMb: THREAD_STACK_MIB,
      },
    });
  }

  /**
   * Runs a transformation in a thread.
   *
   * @returns the outcome; the code of the transformation cannot make this method throw
   * @throws SandboxBusyError if too many runs of this owner wait; the signal's reason; Error after
   *   `close()`
   */
  async run(run: TransformationRun, options: SandboxRunOptions): Promise<TransformationOutcome> {
    this.throwIfClosed();
    const { transformation, events, metadata, ...rest } = run;
    const { name, code } = transformation;
    const input = JSON.stringify({ events, metadata, placed: rest.isPlaced });
    try {
      const result = await this.threads.run({ ...rest, name, code, input }, options);
      return readOutcome(result, events.length);
    } catch (error) {
      this.throwIfClosed();
      if (!(error instanceof ThreadEndedError)) throw error;
      if (error.reason === 'queue') throw new SandboxBusyError(BUSY, { cause: error });
      // If the time is not over, the code of the run has crashed the thread.
      const limit = error.reason === 'time' ? 'time' : 'crash';
      return { status: 'failed', error: LIMIT_TEXTS[limit](this.limits), logs: [] };
    }
  }

  /** Ends all runs and all threads. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.threads.close();
  }

  private throwIfClosed(): void {
    if (this.isClosed) throw new Error('The sandbox is closed');
  }
}
