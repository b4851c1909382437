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
  /** Exceptions of the egress guard for `fetch`: hosts or CIDR ranges. */
  readonly egressAllow?: readonly string[];
  readonly limits?: Partial<SandboxLimits>;
  /** Runs of one owner at the same time; default: the processor's cores, and at least 2. */
  readonly threadsPerOwner?: number;
  /** Runs of one owner that wait for a thread; default 1,000. */
  readonly maxWaiting?: number;
  /** Is told how threads are used. */
  readonly observer?: SandboxObserver;
}

export type SandboxRunOptions = Pick<RunInThreadOptions, 'owner' | 'signal'>;

/** Too many runs of this owner are waiting already. */
export class SandboxBusyError extends Error {
  override readonly name = 'SandboxBusyError';
}

/** How long after its time a thread is left to say so itself. */
const GRACE_MS = 500;
/** The interpreter's frames are small on its own stack and large on the thread's. */
const THREAD_STACK_MIB = 16;

const BUSY = 'Too many transformations are waiting to run; try again later';

/** Runs user transformations where they reach nothing but what the contract gives them. */
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
      patienceMs: this.limits.wallMs + GRACE_MS,
      memory: {
        maxOldGenerationSizeMb: 128,
        maxYoungGenerationSizeMb: 16,
        stackSizeMb: THREAD_STACK_MIB,
      },
    });
  }

  /**
   * @returns what came of it, whatever the code does
   * @throws SandboxBusyError when too many runs of its owner wait; the signal's reason; Error after
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
      // Unless its time was over, the run itself ended the thread: nothing else in there fails.
      const limit = error.reason === 'time' ? 'time' : 'crash';
      return { status: 'failed', error: LIMIT_TEXTS[limit](this.limits), logs: [] };
    }
  }

  /** Ends the runs that go on, and the threads. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.threads.close();
  }

  private throwIfClosed(): void {
    if (this.isClosed) throw new Error('The sandbox is closed');
  }
}
