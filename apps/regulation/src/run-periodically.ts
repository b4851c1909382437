import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';

export interface PeriodicJob {
  /** Milliseconds from the end of a round to the start of the next round. */
  readonly everyMs: number;
  readonly failure: string;
  /** Runs one round. Checks the signal between two statements. */
  readonly round: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Repeats a job until the signal aborts. A failed round does not end the job. Repeated failures are
 * logged at intervals.
 */
export async function runPeriodically(
  { everyMs, failure, round }: PeriodicJob,
  { database, logger }: { readonly database: DatabaseConnection; readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const failures = new LogThrottle();
  const isStopping = () => signal.aborted;
  for (;;) {
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (isStopping()) return;
    if (!database.isConnected) continue;
    try {
      await round(signal);
      failures.reset();
    } catch (error) {
      if (failures.isDue()) logger.warn({ error: describeError(error) }, failure);
    }
  }
}
