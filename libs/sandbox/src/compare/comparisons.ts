import { createRequire } from 'node:module';
import { TimedThreads } from '../threads/timed-threads.js';
import type { Compared } from './compare-outputs.js';
import type { CompareTask } from './worker.js';

/** Milliseconds that one comparison may take: many times what the largest test case takes. */
const PATIENCE_MS = 4_000;
const MEMORY_MIB = 256;

interface Outputs {
  readonly expected: readonly object[];
  readonly actual: readonly object[];
  /** JSON Pointers of places that are not compared. */
  readonly ignore: readonly string[];
}

/**
 * Compares what came out of tests with what is expected, in threads that start with the first comparison. A hundred test cases of 240 KB take seconds,
 * in which the main thread would answer no other request.
 */
export class Comparisons {
  private threads: TimedThreads<CompareTask, string> | undefined;

  constructor(private readonly mostBytes: number) {}

  /**
   * @param options.owner the workspace: workspaces take turns
   * @throws ThreadEndedError for what takes too long or too much memory; the signal's reason
   */
  async compare(
    { expected, actual, ignore }: Outputs,
    options: { readonly owner: string; readonly signal: AbortSignal },
  ): Promise<Compared> {
    this.threads ??= new TimedThreads({
      filename: createRequire(import.meta.url).resolve('@lethe/sandbox/compare-worker'),
      threadsPerOwner: 1,
      idleTimeoutMs: 60_000,
      patienceMs: PATIENCE_MS,
      memory: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    const task = {
      ...{ expected: JSON.stringify(expected), actual: JSON.stringify(actual) },
      ...{ ignore, mostBytes: this.mostBytes },
    };
    return JSON.parse(await this.threads.run(task, options)) as Compared;
  }

  async close(): Promise<void> {
    await this.threads?.close();
  }
}
