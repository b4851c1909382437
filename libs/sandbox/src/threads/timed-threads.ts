import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { FairSlots, SlotsBusyError } from '@lethe/resilience';
import { newClock, ThreadWatch } from './thread-watch.js';
import type { SandboxObserver } from './sandbox-observer.js';

export interface TimedThreadsOptions {
  /** Path of the module that threads run. Its default export gets a task, and starts its clock. */
  readonly filename: string;
  readonly workerData?: unknown;
  /**
   * Maximum number of threads for the runs of one owner. Slow runs occupy their threads until their
   * time is over. `threads` should be larger, so that other owners can always get a thread.
   */
  readonly threadsPerOwner: number;
  /** Maximum number of threads for all owners. By default one more than `threadsPerOwner`. */
  readonly threads?: number;
  /** Number of idle threads that are never closed. By default 0. */
  readonly minThreads?: number;
  /** Milliseconds after which idle threads above `minThreads` are closed. */
  readonly idleTimeoutMs: number;
  /** Maximum number of runs of one owner that wait for a thread. By default 1,000. */
  readonly maxWaiting?: number;
  /** Maximum milliseconds of work for a run. Time in which its clock is stopped is not included. */
  readonly timeLimitMs: number;
  readonly observer?: SandboxObserver;
  readonly memory: {
    readonly maxOldGenerationSizeMb: number;
    readonly maxYoungGenerationSizeMb?: number;
    readonly stackSizeMb?: number;
  };
}

/** Member that each task of a thread has. */
export interface Timed {
  /** Clock of the run; see `setClock`. */
  readonly clock: Int32Array;
}

export interface RunInThreadOptions {
  /** The workspace of the run. Threads are divided fairly among owners. */
  readonly owner: string;
  /** Ends the run when it aborts. If the run has begun, its thread is ended too. */
  readonly signal?: AbortSignal;
  readonly transferList?: readonly Transferable[];
  /** Clock that the caller can stop while the run waits. By default a new clock. */
  readonly clock?: Int32Array;
}

/** The thread of a run has ended, or the run has got no thread. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';

  /** @param reason `crash` if the module has thrown, or if the thread ended for another reason */
  constructor(
    readonly reason: 'time' | 'memory' | 'queue' | 'crash',
    cause: unknown,
  ) {
    super(`A run in a thread ended early: ${reason}`, { cause });
  }
}

/**
 * Flag with which Piscina loads ES modules only with `import`. Without it, Piscina also tries
 * `require`. If the process ends during this attempt, Node 20 crashes with the error "IsGraphAsync
 * must be used on an instantiated module".
 */
const NO_SYNCHRONOUS_MODULES = '--no-experimental-require-module';

/** Runs tasks in threads. If a task exceeds a limit of time or memory, its thread is ended. */
export class TimedThreads<Task extends Timed, Result> {
  private readonly pool: Piscina<Task, Result>;
  private readonly slots: FairSlots;
  private readonly watch: ThreadWatch;
  private isClosed = false;
  private busy = 0;
  private readonly observer: SandboxObserver | undefined;
  private readonly stopWatching: (() => void) | undefined;

  constructor(options: TimedThreadsOptions) {
    const { filename, workerData, minThreads = 0, threadsPerOwner, memory } = options;
    const threads = options.threads ?? threadsPerOwner + 1;
    this.slots = new FairSlots({
      slots: threads,
      perOwner: threadsPerOwner,
      maxWaiting: options.maxWaiting ?? 1_000,
    });
    this.pool = new Piscina({
      filename,
      workerData,
      minThreads,
      maxThreads: threads,
      maxQueue: Infinity, // `FairSlots` limits the queue.
      idleTimeout: options.idleTimeoutMs,
      concurrentTasksPerWorker: 1,
      // While a thread waits with Atomics.wait, it does not notice that a server closes a
      // connection. The thread would then send its next request over this connection.
      atomics: 'disabled',
      recordTiming: false,
      // The environment is empty, because code in a thread could read credentials from it.
      env: {},
      // Threads do not get the flags of the process, because threads reject some of these flags.
      execArgv: [NO_SYNCHRONOUS_MODULES],
      resourceLimits: memory,
    });
    this.watch = new ThreadWatch(options.timeLimitMs);
    this.observer = options.observer;
    this.stopWatching = this.observer?.watchThreads(() => ({
      busy: this.busy,
      total: this.pool.threads.length,
    }));
  }

  /**
   * Runs a task in a thread.
   *
   * @param task task for the default export of the module, without the clock
   * @throws ThreadEndedError; the signal's reason; Error after `close()`
   */
  async run(task: Omit<Task, 'clock'>, options: RunInThreadOptions): Promise<Result> {
    const { owner, signal } = options;
    this.throwIfClosed();
    const waitsSince = performance.now();
    try {
      return await this.slots.with(owner, signal, () => {
        this.observer?.onQueued((performance.now() - waitsSince) / 1_000);
        return this.runNow(task, options);
      });
    } catch (error) {
      throw error instanceof SlotsBusyError ? new ThreadEndedError('queue', error) : error;
    }
  }

  /** Ends all threads and all runs. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.stopWatching?.();
    this.slots.clear(closedError());
    await this.pool.destroy();
  }

  private async runNow(
    task: Omit<Task, 'clock'>,
    { signal, transferList = [], clock = newClock() }: RunInThreadOptions,
  ): Promise<Result> {
    this.throwIfClosed();
    signal?.throwIfAborted();
    const ending = new AbortController();
    const end = () => {
      ending.abort();
    };
    const unwatch = this.watch.watch(clock, end);
    signal?.addEventListener('abort', end, { once: true });
    this.busy += 1;
    try {
      return await this.pool.run({ ...task, clock } as Task, {
        signal: ending.signal,
        transferList: [...transferList],
      });
    } catch (error) {
      signal?.throwIfAborted();
      this.throwIfClosed();
      const reason = ending.signal.aborted ? 'time' : reasonOf(error);
      this.observer?.onThreadEnded(reason);
      throw new ThreadEndedError(reason, error);
    } finally {
      this.busy -= 1;
      unwatch();
      signal?.removeEventListener('abort', end);
    }
  }

  private throwIfClosed(): void {
    if (this.isClosed) throw closedError();
  }
}

function closedError(): Error {
  return new Error('The threads are closed');
}

function reasonOf(error: unknown): 'memory' | 'crash' {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash';
}
