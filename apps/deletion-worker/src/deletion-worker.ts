import type { ClaimedDestination } from '@lethe/api/deletions';
import { continueTraces } from '@lethe/observability';
import { Claimer, type Claim } from './claimer.js';
import { workOnDestination } from './jobs/work-on-destination.js';
import { Heartbeats } from './leases/heartbeats.js';
import { LeasedDestination } from './leases/leased-destination.js';
import { Lease } from './leases/lease.js';
import { TokenBuckets } from './rate/token-buckets.js';
import { Reporter } from './reports/reporter.js';
import { WakeCall } from './wake-call.js';
import type { DeletionWorkerOptions } from './worker-options.js';

/** Interval of claims without a wake-up, so that jobs start even if their Kafka record is lost. */
const SWEEP_MS = 5_000;
/** Minimum pause after a claim that found no job, even if the worker is woken. */
const LEAST_PAUSE_MS = 20;
/**
 * With at least this many leased destinations, the worker waits a moment before the next claim. So
 * one claim gets jobs of several destinations.
 */
const GATHER_FROM = 16;
const GATHER_MS = 5;
/**
 * Maximum number of destinations of which one claim takes verifications, and the minimum time
 * between two such claims. The service gives out up to 200 verifications of a destination. So even
 * if a million verifications are due, a worker takes at most 1,600 in a second, and leaves the
 * service and its database to deletions. If several workspaces have had deletions, one workspace
 * is then verified at up to three destinations at a time (`SHARE` in `fair-claim-sql.ts`).
 */
const CHECKED_AT_ONCE = 2;
const BETWEEN_CHECKS_MS = 250;
/** Time that leased jobs have to end when the worker stops. */
const GRACE_MS = 20_000;
/** Further time for the reports of the jobs. */
const GOODBYE_MS = 5_000;

/** Claims deletion jobs from the service and carries them out, until it is stopped. */
export class DeletionWorker {
  private readonly claimer: Claimer;
  private readonly heartbeats: Heartbeats;
  private readonly reporter: Reporter;
  private readonly buckets: TokenBuckets;
  /** Work on each leased destination. */
  private readonly leased = new Map<LeasedDestination, Promise<void>>();
  private readonly wakeCall: WakeCall;
  /** Aborted when the worker must claim no more jobs. */
  private readonly stopping = new AbortController();
  /** True when leased jobs must not continue. */
  private hasStopped = false;
  private loop: Promise<void> = Promise.resolve();
  /** Earliest time of the next claim of verifications, on the monotonic clock. */
  private checksFrom = -Infinity;

  constructor(private readonly options: DeletionWorkerOptions) {
    const { clock } = options;
    this.wakeCall = new WakeCall(clock);
    this.claimer = new Claimer(options);
    this.heartbeats = new Heartbeats(options, () => this.leased.keys());
    this.reporter = new Reporter(options);
    this.buckets = new TokenBuckets(clock);
  }

  /** Number of leased destinations. */
  get busy(): number {
    return this.leased.size;
  }

  /** Number of leased jobs. */
  get leasedJobs(): number {
    let jobs = 0;
    for (const { claimed } of this.leased.keys()) jobs += claimed.jobs.length;
    return jobs;
  }

  start(): void {
    this.heartbeats.start();
    this.loop = this.run();
  }

  wake(): void {
    this.wakeCall.call();
  }

  /**
   * Claims no more jobs. Returns when the leased jobs have ended, or were released after 20 s. If a
   * provider does not end its call within another 5 s, the worker stops without a report for these
   * jobs. Other workers can claim the jobs when the lease expires.
   */
  async stop(): Promise<void> {
    const { clock } = this.options;
    this.stopping.abort();
    this.wake();
    await this.loop;
    const ended = new AbortController();
    const work = Promise.all(this.leased.values()).finally(() => {
      ended.abort();
    });
    await Promise.race([work, clock.pause(GRACE_MS, ended.signal)]);
    this.hasStopped = true;
    for (const { lease } of this.leased.keys()) lease.finish();
    await Promise.race([work, clock.pause(GOODBYE_MS, ended.signal)]);
    await this.heartbeats.stop();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const free = this.options.concurrency - this.leased.size;
      if (free <= 0) {
        await this.wakeCall.sleep(SWEEP_MS);
        continue;
      }
      const slots = { destinations: free, verifications: Math.min(free, this.freeForChecks) };
      const claim = await this.claimer.claim(slots, signal);
      if (claim === undefined) return;
      for (const claimed of claim.claimed) this.take(claimed, claim);
      if (claim.claimed.some(({ task }) => task === 'verify')) {
        this.checksFrom = this.options.clock.now().monotonic + BETWEEN_CHECKS_MS;
      }
      await this.waitAfter(claim);
    }
  }

  /**
   * Waits until the worker is woken, work on a destination has ended, or jobs can have become due.
   */
  private async waitAfter({ claimed, nextInMs = SWEEP_MS }: Claim): Promise<void> {
    const leastMs = claimed.length === 0 ? LEAST_PAUSE_MS : this.gatherMs;
    if (leastMs > 0) await this.options.clock.pause(leastMs, this.stopping.signal);
    const checksInMs = this.checksInMs > 0 ? this.checksInMs : Infinity;
    await this.wakeCall.sleep(Math.min(nextInMs - leastMs, SWEEP_MS - leastMs, checksInMs));
  }

  private get checksInMs(): number {
    return this.checksFrom - this.options.clock.now().monotonic;
  }

  /**
   * Verifications use at most half of the slots, so that long ones never keep deletions waiting. A
   * worker with one slot uses it for both.
   */
  private get freeForChecks(): number {
    if (this.checksInMs > 0) return 0;
    let checks = 0;
    for (const { claimed } of this.leased.keys()) if (claimed.task === 'verify') checks += 1;
    const most = Math.max(1, Math.floor(this.options.concurrency / 2));
    return Math.max(0, Math.min(CHECKED_AT_ONCE, most - checks));
  }

  private get gatherMs(): number {
    return this.leased.size >= GATHER_FROM ? GATHER_MS : 0;
  }

  private take(claimed: ClaimedDestination, { claimId, since }: Claim): void {
    const { clock, leaseMs } = this.options;
    this.dropEarlier(claimed);
    const holding = new LeasedDestination(claimed, claimId, new Lease(clock, since, leaseMs));
    void holding.lease.expire();
    const work = this.inTracesOf(holding).finally(() => {
      holding.lease.finish();
      this.leased.delete(holding);
      this.wake();
    });
    this.leased.set(holding, work);
  }

  /**
   * Ends earlier work on a destination that the service now leases to this worker again. The
   * earlier lease is lost. Without `dropEarlier`, the worker would renew it after the next
   * heartbeat, because the answer to a heartbeat contains ids of jobs, but not of claims.
   */
  private dropEarlier({ workspaceId, destinationId }: ClaimedDestination): void {
    for (const holding of this.leased.keys()) {
      const { claimed, jobs } = holding;
      const isSame = claimed.workspaceId === workspaceId && claimed.destinationId === destinationId;
      if (isSame) holding.lose(jobs.map(({ jobId }) => jobId));
    }
  }

  /** Continues the traces of the requests that asked for the deletions. */
  private inTracesOf(holding: LeasedDestination): Promise<void> {
    const { workspaceId, destinationId, destinationType, jobs } = holding.claimed;
    const attributes = {
      'lethe.workspace.id': workspaceId,
      'lethe.destination.id': destinationId,
      'lethe.destination.type': destinationType,
      'lethe.jobs': jobs.length,
    };
    const orders = jobs.map(({ traceparent }) => traceparent);
    const work = holding.claimed.task === 'verify' ? 'verify deletions' : 'work on deletions';
    return continueTraces(orders, work, { side: 'consumer', attributes }, () =>
      this.workOn(holding),
    );
  }

  private async workOn(holding: LeasedDestination): Promise<void> {
    const { parts, onEnd } = this.options;
    const startedAt = performance.now();
    try {
      const { heartbeats, buckets } = this;
      const hasStopped = () => this.hasStopped;
      const options = { ...this.options, heartbeats, buckets, hasStopped };
      const reports = await workOnDestination(holding, options);
      await this.reporter.report(holding, reports);
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
