import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import type { GuestResult, GuestTask } from './guest-task.js';
import { LIMIT_TEXTS } from './limit-texts.js';
import { readOutcome } from './read-outcome.js';
import { RunSlots } from './run-slots.js';
import { DEFAULT_LIMITS, type SandboxLimits } from './sandbox-limits.js';
import { ThreadEndedError, TimedThreads } from './timed-threads.js';
import type { TransformationOutcome, TransformationRun } from './transformation-run.js';
import type { WorkerSettings } from './worker.js';

export interface SandboxOptions {
  /** Exceptions of the egress guard for `fetch`: hosts or CIDR ranges. */
  readonly egressAllow?: readonly string[];
  readonly limits?: Partial<SandboxLimits>;
  /** Runs at the same time; default: the processor's cores, and at least 2. */
  readonly maxThreads?: number;
  /** Runs that wait for a thread; default 1,000. */
  readonly maxQueue?: number;
}

/** How long after its time a thread is left to say so itself. */
const GRACE_MS = 500;
/** The interpreter's frames are small on its own stack and large on the thread's. */
const THREAD_STACK_MIB = 16;

/** Runs user transformations where they reach nothing but what the contract gives them. */
export class Sandbox {
  private readonly limits: SandboxLimits;
  private readonly threads: TimedThreads<GuestTask, GuestResult>;
  private readonly slots: RunSlots;
  private isClosed = false;

  constructor({ egressAllow = [], limits, maxThreads, maxQueue = 1_000 }: SandboxOptions = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    const threads = maxThreads ?? Math.max(2, availableParallelism());
    const workerData: WorkerSettings = { egressAllow, limits: this.limits };
    this.threads = new TimedThreads({
      filename: createRequire(import.meta.url).resolve('@lethe/sandbox/worker'),
      workerData,
      minThreads: 1,
      maxThreads: threads,
      idleTimeoutMs: Infinity,
      maxQueue: Infinity, // the slots are the queue
      patienceMs: this.limits.wallMs + GRACE_MS,
      memory: {
        maxOldGenerationSizeMb: 128,
        maxYoungGenerationSizeMb: 16,
        stackSizeMb: THREAD_STACK_MIB,
      },
    });
    this.slots = new RunSlots(threads, maxQueue);
  }

  /**
   * @param options.signal ends the run, and its thread if it has begun
   * @returns what came of it, whatever the code does
   * @throws SandboxBusyError when too many runs wait; the signal's reason; Error after `close()`
   */
  async run(
    run: TransformationRun,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<TransformationOutcome> {
    await this.slots.enter(signal);
    try {
      return await this.runNow(run, signal);
    } finally {
      this.slots.leave();
    }
  }

  /** Ends the runs that go on, and the threads. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.slots.clear(closedError());
    await this.threads.close();
  }

  private async runNow(
    { transformation, libraries, credentials, events, metadata }: TransformationRun,
    signal?: AbortSignal,
  ): Promise<TransformationOutcome> {
    this.throwIfClosed();
    signal?.throwIfAborted();
    const task = {
      name: transformation.name,
      code: transformation.code,
      libraries,
      credentials,
      input: JSON.stringify({ events, metadata }),
    };
    try {
      const result = await this.threads.run(task, signal === undefined ? {} : { signal });
      return readOutcome(result, events.length);
    } catch (error) {
      this.throwIfClosed();
      if (!(error instanceof ThreadEndedError)) throw error;
      // But for its time, a thread dies of the run: nothing else in there fails.
      const limit = error.reason === 'time' ? 'time' : 'crash';
      return { status: 'failed', error: LIMIT_TEXTS[limit](this.limits), logs: [] };
    }
  }

  private throwIfClosed(): void {
    if (this.isClosed) throw closedError();
  }
}

function closedError(): Error {
  return new Error('The sandbox is closed');
}
