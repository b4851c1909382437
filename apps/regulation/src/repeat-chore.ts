import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';

/** Something that is done again and again. */
export interface Chore {
  /** Milliseconds from the end of one round to the next. */
  readonly everyMs: number;
  /** What the log says of a round that failed. */
  readonly failure: string;
  /** One round. Between two statements it looks whether it is to end. */
  readonly round: (signal: AbortSignal) => Promise<unknown>;
}

/** Goes on until the signal, whatever fails; an outage is a line in the log at times, not for each round. */
export async function repeatChore(
  { everyMs, failure, round }: Chore,
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
