import { MOST_CLAIMED_DESTINATIONS, type HeartbeatDeletions } from '@lethe/api/deletions';
import type { LeasedDestination } from './leased-destination.js';
import { isPassingError } from '../is-passing-error.js';
import { newContext } from '../new-context.js';
import type { DeletionWorkerOptions } from '../worker-options.js';

/** Longest wait for the answer to a heartbeat. */
const ANSWER_MS = 10_000;
/** Pause after a heartbeat that failed. */
const RETRY_MS = 1_000;

/** Renews all leases together, three times within the duration of a lease. */
export class Heartbeats {
  private readonly stopping = new AbortController();
  private beating: Promise<boolean> | undefined;
  private loop: Promise<void> = Promise.resolve();

  /** @param holdings returns all leased destinations */
  constructor(
    private readonly options: DeletionWorkerOptions,
    private readonly holdings: () => Iterable<LeasedDestination>,
  ) {}

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  /** Renews all leases now; concurrent callers share one heartbeat. Never throws. */
  beat(): Promise<boolean> {
    this.beating ??= this.beatAll().finally(() => {
      this.beating = undefined;
    });
    return this.beating;
  }

  private async run(): Promise<void> {
    const { clock, leaseMs } = this.options;
    const { signal } = this.stopping;
    await clock.pause(leaseMs / 3, signal);
    while (!signal.aborted) {
      const isDone = await this.beat();
      await clock.pause(isDone ? leaseMs / 3 : Math.min(RETRY_MS, leaseMs / 10), signal);
    }
  }

  /** @returns true if every heartbeat was answered */
  private async beatAll(): Promise<boolean> {
    const answered = await Promise.all(this.batches().map((batch) => this.beatFor(batch)));
    return answered.every(Boolean);
  }

  /**
   * Sends a heartbeat for some destinations. Bisects a rejected batch to find the destination with
   * invalid progress, and retries this destination without progress.
   */
  private async beatFor(
    holdings: readonly LeasedDestination[],
    { withProgress = true }: { readonly withProgress?: boolean } = {},
  ): Promise<boolean> {
    const { commands, clock, leaseMs } = this.options;
    const since = clock.now();
    const answerMs = Math.min(ANSWER_MS, leaseMs / 2);
    const leasesOf = (task: 'verify' | undefined) =>
      holdings
        .filter(({ claimed }) => claimed.task === task)
        .flatMap((holding) => jobsOf(holding, withProgress));
    const jobs = leasesOf(undefined);
    const verifications = leasesOf('verify');
    try {
      const context = newContext(clock, answerMs);
      const { held } = await commands.heartbeatDeletions({
        ...{ context, jobs, leaseMs },
        ...(verifications.length > 0 && { verifications }),
      });
      const isLeased = new Set(held);
      for (const holding of holdings) renew(holding, isLeased, since);
      return true;
    } catch (error) {
      this.options.onServiceFailure('heartbeat', error);
      if (!isPassingError(error) && holdings.length > 1) {
        const middle = Math.ceil(holdings.length / 2);
        const halves = [holdings.slice(0, middle), holdings.slice(middle)];
        return (await Promise.all(halves.map((half) => this.beatFor(half)))).every(Boolean);
      }
      if (!isPassingError(error) && withProgress)
        return this.beatFor(holdings, { withProgress: false });
      return false;
    }
  }

  /** Keeps the jobs of a destination together, because they share a lease. */
  private batches(): LeasedDestination[][] {
    const batches: LeasedDestination[][] = [];
    let size = Infinity;
    for (const holding of this.holdings()) {
      const jobs = holding.jobs.length;
      if (jobs === 0) continue;
      if (size + jobs > MOST_CLAIMED_DESTINATIONS) {
        batches.push([]);
        size = 0;
      }
      batches.at(-1)?.push(holding);
      size += jobs;
    }
    return batches;
  }
}

function jobsOf(holding: LeasedDestination, withProgress: boolean): HeartbeatDeletions['jobs'] {
  return holding.jobs.map(({ jobId }) => {
    const progress = withProgress ? holding.progressOf(jobId) : undefined;
    return { jobId, claimId: holding.claimId, ...(progress === undefined ? {} : { progress }) };
  });
}

function renew(
  holding: LeasedDestination,
  isLeased: ReadonlySet<string>,
  since: Parameters<LeasedDestination['lease']['renew']>[0],
): void {
  const gone = holding.jobs.filter(({ jobId }) => !isLeased.has(jobId));
  if (gone.length === 0) holding.lease.renew(since);
  else holding.lose(gone.map(({ jobId }) => jobId));
}
