import { createRequire } from 'node:module';
import { ThreadEndedError, TimedThreads } from '@lethe/sandbox';
import type { ActionsResult, ActionsTask } from './actions-task.js';

export interface ActionsPoolOptions {
  /**
   * Maximum concurrent runs of one workspace. Each run needs a thread, which loads the library
   * (about 150 MB). Default 2.
   */
  readonly threadsPerOwner?: number;
  /** Lifetime of an idle thread, in milliseconds. Default 5 minutes. */
  readonly idleTimeoutMs?: number;
  /** Maximum heap of a thread, in MiB. Default 512. */
  readonly memoryMib?: number;
  /** Maximum runs of one workspace that wait for a thread. Default 1,000. */
  readonly maxWaiting?: number;
  /** Maximum milliseconds for an event, without the time of its deliveries. Default 4,000. */
  readonly timeLimitMs?: number;
  /**
   * Module that exports integrations in the form of the library's manifest. Default: the library.
   */
  readonly manifestPath?: string;
}

/** Worker threads that run integrations of the actions library. */
export interface ActionsPool {
  /**
   * Runs a task. Never rejects.
   *
   * @param options.owner the workspace
   * @param options.signal ends the run, and its thread if the run has begun
   * @param options.clock measures the time of the run; see `setClock`
   */
  run(
    task: Omit<ActionsTask, 'clock'>,
    options: {
      readonly owner: string;
      readonly signal: AbortSignal;
      readonly clock?: Int32Array;
    },
  ): Promise<ActionsResult | { readonly error: string }>;
  /** Ends the threads and their runs. */
  close(): Promise<void>;
}

/** Returns a pool, which starts its first thread at the first run. */
export function createActionsPool(options: ActionsPoolOptions): ActionsPool {
  const threads = new TimedThreads<ActionsTask, ActionsResult>({
    filename: createRequire(import.meta.url).resolve('@lethe/destinations/actions-worker'),
    threadsPerOwner: options.threadsPerOwner ?? 2,
    idleTimeoutMs: options.idleTimeoutMs ?? 300_000,
    ...(options.maxWaiting === undefined ? {} : { maxWaiting: options.maxWaiting }),
    timeLimitMs: options.timeLimitMs ?? 4_000,
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

const REASONS: Readonly<Record<ThreadEndedError['reason'], string>> = {
  time: 'The integration takes too long with this event and configuration.',
  memory: 'The integration took too much memory.',
  queue: 'Too many runs are waiting for an integration. Try again in a moment.',
  crash: 'The integration could not be run on this event.',
};

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The deadline passed before the integration finished.';
  return REASONS[error instanceof ThreadEndedError ? error.reason : 'crash'];
}
