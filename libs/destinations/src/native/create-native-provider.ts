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

/** Maximum milliseconds for an event, the same as for user transformations. */
const TIME_LIMIT_MS = 4_000;
const THREADS = 2;
const MEMORY_MIB = 256;
/**
 * Types that need a thread, because a JSONPath or an XML document can multiply the cost of an event
 * by thousands.
 */
const IN_THREAD: ReadonlySet<string> = new Set(['HTTP']);

type Threads = TimedThreads<NativeTask, TransformOutcome>;

/**
 * Returns the provider for `WEBHOOK` and `HTTP` destinations. Their configuration defines the
 * requests. Events for `HTTP` are transformed in separate threads, which start with the first run.
 *
 * @param timeLimitMs maximum milliseconds for an event in a thread; default 4,000
 */
export function createNativeProvider({
  timeLimitMs = TIME_LIMIT_MS,
}: { readonly timeLimitMs?: number } = {}): DestinationProvider {
  const threads: Threads = new TimedThreads({
    filename: createRequire(import.meta.url).resolve('@lethe/destinations/native-worker'),
    threadsPerOwner: THREADS,
    idleTimeoutMs: 300_000,
    timeLimitMs,
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
    if (signal.aborted) return failed('The deadline passed before the event was transformed');
    if (!(error instanceof ThreadEndedError)) throw error;
    return failed(REASONS[error.reason]);
  }
}

const REASONS: Readonly<Record<ThreadEndedError['reason'], string>> = {
  time: 'The configuration takes too long with this event',
  memory: 'The configuration takes too much memory with this event',
  queue: 'Too many events are waiting to be transformed. Try again in a moment',
  crash: 'The event could not be transformed',
};
