import { createRequire } from 'node:module';
import { ThreadEndedError, TimedThreads } from '@lethe/sandbox';
import type { ActionsResult, ActionsTask } from './actions-task.js';

export interface ActionsPoolOptions {
  /** Runs of one workspace at the same time; each thread has the library in memory, about 150 MB. Default 2. */
  readonly threadsPerOwner?: number;
  /** How long a thread without work is kept, in milliseconds. Default 5 minutes. */
  readonly idleTimeoutMs?: number;
  /** Heap of a thread, in MiB. Default 512. */
  readonly memoryMib?: number;
  /** Runs of one workspace that may wait for a thread. Default 1,000. */
  readonly maxWaiting?: number;
  /** Milliseconds that an event may take, without the time of its deliveries. Default 4,000. */
  readonly patienceMs?: number;
  /** Module with the integrations, in the form of the library's manifest. Default the library. */
  readonly manifestPath?: string;
}

/** Runs tasks in threads that have the library. */
export interface ActionsPool {
  /**
   * Runs a task; never rejects.
   *
   * @param options.owner the workspace
   * @param options.signal ends the run: with its thread, when it has begun
   * @param options.clock counts the run's time; see `setClock`
   */
  run(
    task: Omit<ActionsTask, 'clock'>,
    options: {
      readonly owner: string;
      readonly signal: AbortSignal;
      readonly clock?: Int32Array;
    },
  ): Promise<ActionsResult | { readonly error: string }>;
  /** Ends the threads, and with them what still runs. */
  close(): Promise<void>;
}

/** @returns a pool that starts no thread before its first run */
export function createActionsPool(options: ActionsPoolOptions): ActionsPool {
  const threads = new TimedThreads<ActionsTask, ActionsResult>({
    filename: createRequire(import.meta.url).resolve('@lethe/destinations/actions-worker'),
    threadsPerOwner: options.threadsPerOwner ?? 2,
    idleTimeoutMs: options.idleTimeoutMs ?? 300_000,
    ...(options.maxWaiting === undefined ? {} : { maxWaiting: options.maxWaiting }),
    patienceMs: options.patienceMs ?? 4_000,
    memory: { maxOldGenerationSizeMb: options.memoryMib ?? 512 },
    workerData: { manifestPath: options.manifestPath },
  });
  return {
    async run(task, run) {
      try {
        const transferList = task.port === undefined ? [] : [task.port];
        return await threads.run(task, { ...run, transferList });
      } catch (error) {
        return { error: describe(error, run.signal) };
      }
    },
    close: () => threads.close(),
  };
}

const WHY: Readonly<Record<ThreadEndedError['reason'], string>> = {
  time: 'The integration takes too long with this event and configuration.',
  memory: 'The integration took too much memory.',
  queue: 'Too many runs are waiting for an integration. Try again in a moment.',
  crash: 'The integration could not be run on this event.',
};

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The time was over before the integration had finished.';
  return WHY[error instanceof ThreadEndedError ? error.reason : 'crash'];
}
