import { MOST_CLAIMED_DESTINATIONS, type ClaimDeletionsResult } from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';
import { LetheError } from '@lethe/contracts';
import type { Moment } from './clock.js';
import { newContext } from './new-context.js';
import type { DeletionWorkerOptions } from './worker-options.js';

const ANSWER_MS = 10_000;
/** Pause after a claim that failed. */
const RETRY_MS = 1_000;

/** Answer of the service to a claim. */
export interface Claim extends ClaimDeletionsResult {
  readonly claimId: string;
  /** Start of the lease. It is the time just before the claim was sent for the last time. */
  readonly since: Moment;
}

/** Free slots of the worker. */
export interface Slots {
  readonly destinations: number;
  readonly verifications: number;
}

export class Claimer {
  constructor(private readonly options: DeletionWorkerOptions) {}

  /**
   * Sends claims until the service answers. If a claim gets no answer, or a server error, the next
   * claim has the same id. The service then renews the lease of the jobs that it gave out, so that
   * no job is stuck after an outage.
   *
   * @param destinations maximum number of destinations
   * @param verifications maximum number of them that get a verification
   * @returns undefined if the signal was aborted first
   */
  async claim(
    { destinations, verifications }: Slots,
    signal: AbortSignal,
  ): Promise<Claim | undefined> {
    const { commands, clock, leaseMs, worker, onServiceFailure } = this.options;
    const most = Math.min(destinations, MOST_CLAIMED_DESTINATIONS);
    let claimId = randomUUID();
    while (!signal.aborted) {
      const since = clock.now();
      try {
        const context = newContext(clock, Math.min(ANSWER_MS, leaseMs / 4));
        const command = {
          ...{ context, worker, claimId, leaseMs, destinations: most },
          verifications: Math.min(verifications, most),
        };
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

/**
 * Returns false only if the service refused the claim. After any other error, the service can have
 * leased jobs.
 */
function mayHaveTaken(error: unknown): boolean {
  return !(error instanceof LetheError) || error.status >= 500;
}
