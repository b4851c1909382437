import { createRequire } from 'node:module';
import { ThreadEndedError, TimedThreads } from '@lethe/sandbox';
import {
  failed,
  type DestinationProvider,
  type TransformInput,
  type TransformOutcome,
} from '../destination-provider.js';
import { nativeTransform } from './native-transform.js';
import type { NativeTask } from './worker.js';

/** Milliseconds that an event may take; the same as for user transformations. */
const PATIENCE_MS = 4_000;
/** Threads that one workspace may have at a time. */
const THREADS = 2;
const MEMORY_MIB = 256;
/** A JSONPath or an XML document can cost thousands of times what the event's size tells. */
const IN_THREAD: ReadonlySet<string> = new Set(['HTTP']);

type Threads = TimedThreads<NativeTask, TransformOutcome>;

/**
 * Destinations that take requests of the operator's own making: `WEBHOOK` and `HTTP`. What these can
 * make slow runs in threads of their own, which start with the first run.
 *
 * @param patienceMs milliseconds that an event may take there; default 4,000
 */
export function createNativeProvider({
  patienceMs = PATIENCE_MS,
}: { readonly patienceMs?: number } = {}): DestinationProvider {
  const threads: Threads = new TimedThreads({
    filename: createRequire(import.meta.url).resolve('@lethe/destinations/native-worker'),
    threadsPerOwner: THREADS,
    idleTimeoutMs: 300_000,
    patienceMs,
    memory: { maxOldGenerationSizeMb: MEMORY_MIB },
  });
  return {
    async transform(input) {
      const { destinationType, message, config } = input;
      if (!IN_THREAD.has(destinationType)) return nativeTransform(destinationType, message, config);
      return transformIn(threads, input);
    },
    close: () => threads.close(),
  };
}

async function transformIn(
  threads: Threads,
  { workspaceId, destinationType, message, config, signal }: TransformInput,
): Promise<TransformOutcome> {
  try {
    return await threads.run({ destinationType, message, config }, { owner: workspaceId, signal });
  } catch (error) {
    if (signal.aborted) return failed('The time was over before the event was transformed');
    if (!(error instanceof ThreadEndedError)) throw error;
    return failed(WHY[error.reason]);
  }
}

const WHY: Readonly<Record<ThreadEndedError['reason'], string>> = {
  time: 'The configuration takes too long with this event',
  memory: 'The configuration takes too much memory with this event',
  queue: 'Too many events are waiting to be transformed. Try again in a moment',
  crash: 'The event could not be transformed',
};
