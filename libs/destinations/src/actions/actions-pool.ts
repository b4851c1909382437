import { createRequire } from 'node:module';
import { Piscina } from 'piscina';
import type { ActionsResult, ActionsTask } from './actions-task.js';

export interface ActionsPoolOptions {
  /** Runs at the same time; each thread has the library in memory, about 150 MB. Default 2. */
  readonly maxThreads?: number;
  /** How long a thread without work is kept, in milliseconds. Default 5 minutes. */
  readonly idleTimeoutMs?: number;
  /** Heap of a thread, in MiB. Default 512. */
  readonly memoryMib?: number;
  /** Runs that may wait for a thread. Default 1,000. */
  readonly maxQueue?: number;
  /** Module with the integrations, in the form of the library's manifest. Default the library. */
  readonly manifestPath?: string;
}

/** Runs tasks in threads that have the library. */
export interface ActionsPool {
  /**
   * Runs a task; never rejects.
   *
   * @param signal ends the run: with its thread, when it has begun
   */
  run(task: ActionsTask, signal: AbortSignal): Promise<ActionsResult | { readonly error: string }>;
  /** Ends the threads, and with them what still runs. */
  close(): Promise<void>;
}

const WORKER = '@lethe/destinations/actions-worker';

const NOTHING: ActionsTask = { slug: '', event: {}, settings: {}, presets: [] };

/** @returns a pool that starts no thread before its first run */
export function createActionsPool(options: ActionsPoolOptions): ActionsPool {
  let pool: Piscina<ActionsTask, ActionsResult> | undefined;
  return {
    async run(task, signal) {
      try {
        pool ??= startPool(options);
        const transferList = task.port === undefined ? [] : [task.port];
        return await pool.run(task, { signal, transferList });
      } catch (error) {
        // A thread that ended is replaced only for a task that comes after, not for those that wait.
        if (pool !== undefined && pool.queueSize > 0) pool.run(NOTHING).catch(() => undefined);
        return { error: describe(error, signal) };
      }
    },
    async close() {
      await pool?.destroy();
      pool = undefined;
    },
  };
}

function startPool(options: ActionsPoolOptions): Piscina<ActionsTask, ActionsResult> {
  return new Piscina({
    filename: createRequire(import.meta.url).resolve(WORKER),
    minThreads: 0,
    maxThreads: options.maxThreads ?? 2,
    idleTimeout: options.idleTimeoutMs ?? 300_000,
    maxQueue: options.maxQueue ?? 1000,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMib ?? 512 },
    // Integrations read the environment for credentials of their authors' servers.
    env: {},
    workerData: { manifestPath: options.manifestPath },
  });
}

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The time was over before the integration had finished.';
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'The integration took too much memory.';
  if (error instanceof Error && /queue is (at limit|full)/i.test(error.message)) {
    return 'Too many runs are waiting for an integration. Try again in a moment.';
  }
  return 'The integration could not be run on this event.';
}
