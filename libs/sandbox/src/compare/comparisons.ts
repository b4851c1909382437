import { createRequire } from 'node:module';
import { TimedThreads } from '../threads/timed-threads.js';
import type { Compared } from './compare-outputs.js';
import type { CompareTask } from './worker.js';

/** Maximum milliseconds for one comparison. The largest test case needs only a small part of it. */
const TIMEOUT_MS = 4_000;
const MEMORY_MIB = 256;

interface Outputs {
  readonly expected: readonly object[];
  readonly actual: readonly object[];
  /** JSON Pointers to values that are not compared. */
  readonly ignore: readonly string[];
}

/**
 * Compares the outputs of tests in threads, because a hundred test cases of 240 KB would block the
 * main thread for seconds. The threads start with the first comparison.
 */
export class Comparisons {
  private threads: TimedThreads<CompareTask, string> | undefined;

  constructor(private readonly mostBytes: number) {}

  /**
   * @param options.owner the workspace; the threads are divided fairly among workspaces
   * @throws ThreadEndedError if a comparison needs too much time or memory; the signal's reason
   */
  async compare(
    { expected, actual, ignore }: Outputs,
    options: { readonly owner: string; readonly signal: AbortSignal },
  ): Promise<Compared> {
    this.threads ??= new TimedThreads({
      filename: createRequire(import.meta.url).resolve('@lethe/sandbox/compare-worker'),
      threadsPerOwner: 1,
      idleTimeoutMs: 60_000,
      timeLimitMs: TIMEOUT_MS,
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
