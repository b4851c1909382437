import { MOST_CLAIMED_DESTINATIONS, type ClaimDeletionsResult } from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';
import { LetheError } from '@lethe/contracts';
import type { Moment } from './clock.js';
import { newContext } from './new-context.js';
import type { DeletionWorkerOptions } from './worker-options.js';

const ANSWER_MS = 10_000;
/** After a claim that failed. */
const RETRY_MS = 1_000;

/** What the service gave. */
export interface Claim extends ClaimDeletionsResult {
  readonly claimId: string;
  /** Right before it was asked for (the last time, if often): since then the lease runs. */
  readonly since: Moment;
}

/** Asks the service for work. */
export class Claimer {
  constructor(private readonly options: DeletionWorkerOptions) {}

  /**
   * Asks until there is an answer. A claim whose answer may have been lost is repeated as the same claim,
   * which renews the lease of what it took: nothing is left lying while the service is away.
   *
   * @param destinations most destinations to take work of
   * @returns undefined when the signal was aborted first
   */
  async claim(destinations: number, signal: AbortSignal): Promise<Claim | undefined> {
    const { commands, clock, leaseMs, worker, onServiceFailure } = this.options;
    const most = Math.min(destinations, MOST_CLAIMED_DESTINATIONS);
    let claimId = randomUUID();
    while (!signal.aborted) {
      const since = clock.now();
      try {
        const context = newContext(clock, Math.min(ANSWER_MS, leaseMs / 4));
        const command = { context, worker, claimId, destinations: most, leaseMs };
        return { ...(await commands.claimDeletions(command)), claimId, since };
      } catch (error) {
        onServiceFailure('claim', error);
        await clock.pause(Math.min(RETRY_MS, leaseMs / 10), signal);
        if (!mayHaveTaken(error)) claimId = randomUUID();
      }
    }
    return undefined;
  }
}

/** Anything but a refusal: an answer that was lost, too. */
function mayHaveTaken(error: unknown): boolean {
  return !(error instanceof LetheError) || error.status >= 500;
}
