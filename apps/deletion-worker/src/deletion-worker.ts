import type { ClaimedDestination } from '@lethe/api/deletions';
import { continueTraces } from '@lethe/observability';
import { Claimer, type Claim } from './claimer.js';
import { workOnDestination } from './jobs/work-on-destination.js';
import { Heartbeats } from './leases/heartbeats.js';
import { Holding } from './leases/holding.js';
import { Lease } from './leases/lease.js';
import { TokenBuckets } from './rate/token-buckets.js';
import { Reporter } from './reports/reporter.js';
import { WakeCall } from './wake-call.js';
import type { DeletionWorkerOptions } from './worker-options.js';

/** Jobs of which nobody spoke are found after this. */
const SWEEP_MS = 5_000;
/** Least time between two claims that found nothing, however often somebody says that there is work. */
const LEAST_PAUSE_MS = 20;
/** With so many destinations in hand, claims wait a little, so that one takes work of several. */
const GATHER_FROM = 16;
const GATHER_MS = 5;
/** What is in hand when the worker stops has this long to end by itself. */
const GRACE_MS = 20_000;
/** And this long to be reported after that. */
const GOODBYE_MS = 5_000;

/** Takes deletion jobs from the service for as long as it runs, and carries them out. */
export class DeletionWorker {
  private readonly claimer: Claimer;
  private readonly heartbeats: Heartbeats;
  private readonly reporter: Reporter;
  private readonly buckets: TokenBuckets;
  /** What is in hand, and the work on it. */
  private readonly inHand = new Map<Holding, Promise<void>>();
  private readonly wakeCall: WakeCall;
  /** No new work. */
  private readonly stopping = new AbortController();
  /** No work at all. */
  private hasStopped = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(private readonly options: DeletionWorkerOptions) {
    const { clock } = options;
    this.wakeCall = new WakeCall(clock);
    this.claimer = new Claimer(options);
    this.heartbeats = new Heartbeats(options, () => this.inHand.keys());
    this.reporter = new Reporter(options);
    this.buckets = new TokenBuckets(clock);
  }

  /** Destinations in hand. */
  get busy(): number {
    return this.inHand.size;
  }

  /** Jobs in hand. */
  get jobsInHand(): number {
    let jobs = 0;
    for (const { claimed } of this.inHand.keys()) jobs += claimed.jobs.length;
    return jobs;
  }

  start(): void {
    this.heartbeats.start();
    this.loop = this.run();
  }

  /** There may be work. */
  wake(): void {
    this.wakeCall.call();
  }

  /**
   * Takes nothing new, and returns when what is in hand has ended, or was given back after 20 s. What a
   * provider does not let go of is left to its lease after 5 s more.
   */
  async stop(): Promise<void> {
    const { clock } = this.options;
    this.stopping.abort();
    this.wake();
    await this.loop;
    const ended = new AbortController();
    const work = Promise.all(this.inHand.values()).finally(() => {
      ended.abort();
    });
    await Promise.race([work, clock.pause(GRACE_MS, ended.signal)]);
    this.hasStopped = true;
    for (const { lease } of this.inHand.keys()) lease.finish();
    await Promise.race([work, clock.pause(GOODBYE_MS, ended.signal)]);
    await this.heartbeats.stop();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const free = this.options.concurrency - this.inHand.size;
      if (free <= 0) {
        await this.wakeCall.sleep(SWEEP_MS);
        continue;
      }
      const claim = await this.claimer.claim(free, signal);
      if (claim === undefined) return;
      for (const claimed of claim.claimed) this.take(claimed, claim);
      await this.rest(claim);
    }
  }

  /** Until somebody says that there is work, work in hand has ended, or there may be some anyway. */
  private async rest({ claimed, nextInMs = SWEEP_MS }: Claim): Promise<void> {
    const leastMs = claimed.length === 0 ? LEAST_PAUSE_MS : this.gatherMs;
    if (leastMs > 0) await this.options.clock.pause(leastMs, this.stopping.signal);
    await this.wakeCall.sleep(Math.min(nextInMs, SWEEP_MS) - leastMs);
  }

  private get gatherMs(): number {
    return this.inHand.size >= GATHER_FROM ? GATHER_MS : 0;
  }

  private take(claimed: ClaimedDestination, { claimId, since }: Claim): void {
    const { clock, leaseMs } = this.options;
    this.dropEarlier(claimed);
    const holding = new Holding(claimed, claimId, new Lease(clock, since, leaseMs));
    void holding.lease.expire();
    const work = this.inTracesOf(holding).finally(() => {
      holding.lease.finish();
      this.inHand.delete(holding);
      this.wake();
    });
    this.inHand.set(holding, work);
  }

  /**
   * What is given anew has been lost before. Its old work must end now: in a heartbeat for both, the answer
   * would hold for both, as it names jobs and no claims.
   */
  private dropEarlier({ workspaceId, destinationId }: ClaimedDestination): void {
    for (const holding of this.inHand.keys()) {
      const { claimed, jobs } = holding;
      const isSame = claimed.workspaceId === workspaceId && claimed.destinationId === destinationId;
      if (isSame) holding.lose(jobs.map(({ jobId }) => jobId));
    }
  }

  /** In the traces of the requests that ordered the deletions. */
  private inTracesOf(holding: Holding): Promise<void> {
    const { workspaceId, destinationId, destinationType, jobs } = holding.claimed;
    const attributes = {
      'lethe.workspace.id': workspaceId,
      'lethe.destination.id': destinationId,
      'lethe.destination.type': destinationType,
      'lethe.jobs': jobs.length,
    };
    const orders = jobs.map(({ traceparent }) => traceparent);
    return continueTraces(orders, 'work on deletions', { side: 'consumer', attributes }, () =>
      this.workOn(holding),
    );
  }

  private async workOn(holding: Holding): Promise<void> {
    const { parts, onEnd } = this.options;
    const startedAt = performance.now();
    try {
      const { heartbeats, buckets } = this;
      const hasStopped = () => this.hasStopped;
      const options = { ...this.options, heartbeats, buckets, hasStopped };
      const reports = await workOnDestination(holding, options);
      await this.reporter.hand(holding, reports);
      onEnd?.(
        holding.claimed,
        reports.map(({ outcome }) => outcome.status),
        (performance.now() - startedAt) / 1_000,
      );
    } catch (error) {
      const { workspaceId, destinationId } = holding.claimed;
      parts.onDefect('worker', error, { workspaceId, destinationId });
    }
  }
}
