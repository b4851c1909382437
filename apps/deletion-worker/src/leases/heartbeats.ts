import { MOST_CLAIMED_DESTINATIONS, type HeartbeatDeletions } from '@lethe/api/deletions';
import type { Holding } from './holding.js';
import { isPassingError } from '../is-passing-error.js';
import { newContext } from '../new-context.js';
import type { DeletionWorkerOptions } from '../worker-options.js';

/** Longest wait for the answer to a heartbeat. */
const ANSWER_MS = 10_000;
/** After a heartbeat that failed. */
const RETRY_MS = 1_000;

/** Keeps the leases of all that is in hand: every third of their time, for all of them at once. */
export class Heartbeats {
  private readonly stopping = new AbortController();
  private beating: Promise<boolean> | undefined;
  private loop: Promise<void> = Promise.resolve();

  /** @param holdings gives all that is in hand */
  constructor(
    private readonly options: DeletionWorkerOptions,
    private readonly holdings: () => Iterable<Holding>,
  ) {}

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  /** Asks for more time now; callers at the same moment share one heartbeat. Never throws. */
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

  /** @returns whether every heartbeat was answered */
  private async beatAll(): Promise<boolean> {
    const answered = await Promise.all(this.batches().map((batch) => this.beatFor(batch)));
    return answered.every(Boolean);
  }

  /** What the service refuses to read is told apart from its company by halving, and then asked for by itself. */
  private async beatFor(
    holdings: readonly Holding[],
    { withProgress = true }: { readonly withProgress?: boolean } = {},
  ): Promise<boolean> {
    const { commands, clock, leaseMs } = this.options;
    const since = clock.now();
    const answerMs = Math.min(ANSWER_MS, leaseMs / 2);
    const jobs = holdings.flatMap((holding) => jobsOf(holding, withProgress));
    try {
      const context = newContext(clock, answerMs);
      const { held } = await commands.heartbeatDeletions({ context, jobs, leaseMs });
      const isHeld = new Set(held);
      for (const holding of holdings) renew(holding, isHeld, since);
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

  /** A destination's jobs stay together: they share a lease. */
  private batches(): Holding[][] {
    const batches: Holding[][] = [];
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

function jobsOf(holding: Holding, withProgress: boolean): HeartbeatDeletions['jobs'] {
  return holding.jobs.map(({ jobId }) => {
    const progress = withProgress ? holding.progressOf(jobId) : undefined;
    return { jobId, claimId: holding.claimId, ...(progress === undefined ? {} : { progress }) };
  });
}

function renew(
  holding: Holding,
  isHeld: ReadonlySet<string>,
  since: Parameters<Holding['lease']['renew']>[0],
): void {
  const gone = holding.jobs.filter(({ jobId }) => !isHeld.has(jobId));
  if (gone.length === 0) holding.lease.renew(since);
  else holding.lose(gone.map(({ jobId }) => jobId));
}
