import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { FairSlots, SlotsBusyError } from '@lethe/resilience';
import { newClock, ThreadWatch } from './thread-watch.js';
import type { SandboxObserver } from './sandbox-observer.js';

export interface TimedThreadsOptions {
  /** Path of the module that a thread runs; its default export takes a task and sets its clock going. */
  readonly filename: string;
  readonly workerData?: unknown;
  /**
   * Threads that one owner's runs may have. There are more: what is slow cannot be taken off its
   * thread, so that others would wait until its time is over.
   */
  readonly threadsPerOwner: number;
  /** Threads of all owners together; default one more than an owner may have. */
  readonly threads?: number;
  /** How many are kept without work for ever; default 0. */
  readonly minThreads?: number;
  /** Milliseconds for which another thread without work is kept. */
  readonly idleTimeoutMs: number;
  /** Runs of one owner that may wait for a thread; default 1,000. */
  readonly maxWaiting?: number;
  /** Milliseconds that a run may work; while it waits its clock may be stopped. */
  readonly patienceMs: number;
  readonly observer?: SandboxObserver;
  readonly memory: {
    readonly maxOldGenerationSizeMb: number;
    readonly maxYoungGenerationSizeMb?: number;
    readonly stackSizeMb?: number;
  };
}

/** What a thread gets beside its task. */
export interface Timed {
  /** See `setClock`. */
  readonly clock: Int32Array;
}

export interface RunInThreadOptions {
  /** Whose run it is: the workspace. Owners get threads in turn. */
  readonly owner: string;
  /** Ends the run, and its thread if it has begun. */
  readonly signal?: AbortSignal;
  readonly transferList?: readonly Transferable[];
  /** A clock that the caller made, to stop it while the run waits. */
  readonly clock?: Int32Array;
}

/** A run ended with its thread, or got no thread. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';

  /** @param reason `crash`: whatever else ends a thread, or its code threw */
  constructor(
    readonly reason: 'time' | 'memory' | 'queue' | 'crash',
    cause: unknown,
  ) {
    super(`A run ended for want of ${reason}`, { cause });
  }
}

/**
 * Piscina tries `require` for ES modules, too. A process that ends while a thread is in the middle of that is aborted by
 * Node 20 ("IsGraphAsync must be used on an instantiated module"); `import`, which Piscina takes otherwise, can be ended.
 */
const NO_SYNCHRONOUS_MODULES = '--no-experimental-require-module';

/** Runs what users can make slow, or large, in threads: where a run exceeds its limits, its thread ends. */
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
      maxQueue: Infinity, // the slots are the queue
      idleTimeout: options.idleTimeoutMs,
      concurrentTasksPerWorker: 1,
      // A thread that sleeps in Atomics.wait between two runs does not see that a server has
      // closed one of its connections, and would send the next request into it.
      atomics: 'disabled',
      recordTiming: false,
      // What runs there may read the environment, for credentials too.
      env: {},
      // None of the process: what a thread does not know would be refused here.
      execArgv: [NO_SYNCHRONOUS_MODULES],
      resourceLimits: memory,
    });
    this.watch = new ThreadWatch(options.patienceMs);
    this.observer = options.observer;
    this.stopWatching = this.observer?.watchThreads(() => ({
      busy: this.busy,
      total: this.pool.threads.length,
    }));
  }

  /**
   * @param task what the module's function gets, but the clock
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

  /** Ends the threads, and with them what still runs. */
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
