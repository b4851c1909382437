import type {
  ClaimDeletions,
  ClaimDeletionsResult,
  DeletionWorkerCommands,
  HeartbeatDeletions,
  HeartbeatDeletionsResult,
  JobOutcome,
  ReportDeletions,
  ReportDeletionsResult,
} from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import type { VirtualTime } from './virtual-time.js';

/** A job in the service. */
export interface StoredJob {
  readonly jobId: string;
  readonly destinationId: string;
  state: 'waiting' | 'running' | 'complete' | 'aborted';
  attempt: number;
  claimableAt: number;
  claimId?: string;
  worker?: string;
  leaseEndsAt: number;
  /** Accepted outcomes, oldest first. */
  readonly outcomes: JobOutcome[];
  /** Ids of the claims whose report was accepted. */
  readonly reportedClaims: string[];
}

export const WORKSPACE = 'ws';

/**
 * An in-memory regulation service with the true time. It checks the rules of
 * `DeletionWorkerCommands`. A destination has one lease, only the holder of the lease can report,
 * and an expired lease is a failure.
 */
export class StrictService implements DeletionWorkerCommands {
  readonly jobs = new Map<string, StoredJob>();
  /** Jobs whose reports the service refuses as invalid. */
  readonly refused = new Set<string>();
  isDown = false;
  claims = 0;
  private readonly delayedUntil = new Map<string, number>();

  constructor(private readonly time: VirtualTime) {}

  add(jobId: string, destinationId: string): StoredJob {
    const job: StoredJob = {
      jobId,
      destinationId,
      state: 'waiting',
      attempt: 0,
      claimableAt: 0,
      leaseEndsAt: 0,
      outcomes: [],
      reportedClaims: [],
    };
    this.jobs.set(jobId, job);
    return job;
  }

  get isDone(): boolean {
    return [...this.jobs.values()].every(
      ({ state }) => state === 'complete' || state === 'aborted',
    );
  }

  async claimDeletions(command: ClaimDeletions): Promise<ClaimDeletionsResult> {
    await this.answerable();
    this.claims += 1;
    this.endLeases();
    const { claimId, worker, leaseMs } = command;
    const now = this.time.now;
    const jobs = [...this.jobs.values()];
    const leased = jobs.filter((job) => job.state === 'running' && job.claimId === claimId);
    for (const job of leased) job.leaseEndsAt = now + leaseMs;
    if (leased.length === 0) {
      const out = new Set(
        jobs.filter(({ state }) => state === 'running').map((job) => job.destinationId),
      );
      for (const job of jobs) {
        if (leased.length >= command.destinations) break;
        const isFree = !out.has(job.destinationId) && this.isReady(job);
        if (!isFree) continue;
        out.add(job.destinationId);
        Object.assign(job, { state: 'running', claimId, worker, leaseEndsAt: now + leaseMs });
        leased.push(job);
      }
    }
    return {
      claimed: leased.map(({ jobId, destinationId, attempt }) => ({
        workspaceId: WORKSPACE,
        destinationId,
        destinationType: 'WEBHOOK',
        jobs: [
          {
            jobId,
            attempt,
            users: [{ regulationId: `reg-${jobId}`, identifiers: { userId: `user-of-${jobId}` } }],
          },
        ],
      })),
      nextInMs: 1_000,
    };
  }

  async heartbeatDeletions(command: HeartbeatDeletions): Promise<HeartbeatDeletionsResult> {
    await this.answerable();
    this.endLeases();
    const leased = command.jobs.filter(({ jobId, claimId }) => this.holds(jobId, claimId));
    for (const { jobId } of leased) {
      const job = this.jobs.get(jobId);
      if (job) job.leaseEndsAt = this.time.now + command.leaseMs;
    }
    return { held: leased.map(({ jobId }) => jobId) };
  }

  async reportDeletions({ reports }: ReportDeletions): Promise<ReportDeletionsResult> {
    await this.answerable();
    if (reports.some(({ jobId, outcome }) => this.refuses(jobId, outcome))) {
      throw new LetheError('invalid_request');
    }
    return {
      results: reports.map(({ jobId, claimId, outcome }) => this.take(jobId, claimId, outcome)),
    };
  }

  private refuses(jobId: string, outcome: JobOutcome): boolean {
    return this.refused.has(jobId) && outcome.status !== 'failed';
  }

  private take(jobId: string, claimId: string, outcome: JobOutcome): 'taken' | 'lease_lost' {
    const job = this.jobs.get(jobId);
    if (job === undefined) return 'lease_lost';
    if (job.reportedClaims.includes(claimId)) return 'taken';
    if (!this.holds(jobId, claimId)) return 'lease_lost';
    job.outcomes.push(outcome);
    job.reportedClaims.push(claimId);
    const now = this.time.now;
    switch (outcome.status) {
      case 'complete':
        job.state = 'complete';
        break;
      case 'aborted':
        job.state = 'aborted';
        break;
      case 'failed':
        this.fail(job, 2_000);
        break;
      case 'delayed':
        job.state = 'waiting';
        this.delayedUntil.set(job.destinationId, now + (outcome.retryAfterMs ?? 2_000));
        break;
      default:
        job.state = 'waiting';
    }
    return 'taken';
  }

  private holds(jobId: string, claimId: string): boolean {
    const job = this.jobs.get(jobId);
    return job?.state === 'running' && job.claimId === claimId && this.time.now < job.leaseEndsAt;
  }

  private isReady({ state, claimableAt, destinationId }: StoredJob): boolean {
    const { now } = this.time;
    return (
      state === 'waiting' &&
      claimableAt <= now &&
      (this.delayedUntil.get(destinationId) ?? 0) <= now
    );
  }

  private endLeases(): void {
    for (const job of this.jobs.values()) {
      if (job.state === 'running' && this.time.now >= job.leaseEndsAt) this.fail(job, 0);
    }
  }

  private fail(job: StoredJob, pauseMs: number): void {
    job.attempt += 1;
    // Equal to `MOST_FAILURES` of the regulation service. This fake shares no code with the
    // service.
    job.state = job.attempt >= 4 ? 'aborted' : 'waiting';
    job.claimableAt = this.time.now + pauseMs;
  }

  private answerable(): Promise<void> {
    if (this.isDown) return Promise.reject(new LetheError('unavailable'));
    return Promise.resolve();
  }
}
