import type { ClaimedDestination, ClaimedJob } from '@lethe/api/deletions';
import { Buffer } from 'node:buffer';
import { DELETION_JOB_BOUNDS, type JsonObject } from '@lethe/contracts';
import type { Lease } from './lease.js';

/** The leased jobs of one destination. */
export class LeasedDestination {
  private readonly lost = new Set<string>();
  private readonly progress = new Map<string, JsonObject>();

  /** @param claimId id of the claim, which heartbeats and reports must contain */
  constructor(
    readonly claimed: ClaimedDestination,
    readonly claimId: string,
    readonly lease: Lease,
  ) {}

  /** Jobs whose lease is not lost. */
  get jobs(): readonly ClaimedJob[] {
    return this.claimed.jobs.filter(({ jobId }) => !this.lost.has(jobId));
  }

  /**
   * Drops jobs whose lease was lost. The work on all jobs ends, because one call of the provider
   * covers them.
   */
  lose(jobIds: readonly string[]): void {
    for (const id of jobIds) this.lost.add(id);
    this.lease.finish();
  }

  has(jobId: string): boolean {
    return !this.lost.has(jobId);
  }

  /** @returns false if the progress exceeds 8 KiB as JSON */
  saveProgress(jobs: readonly ClaimedJob[], progress: JsonObject): boolean {
    if (Buffer.byteLength(JSON.stringify(progress)) > DELETION_JOB_BOUNDS.progressBytes)
      return false;
    for (const { jobId } of jobs) this.progress.set(jobId, progress);
    return true;
  }

  progressOf(jobId: string): JsonObject | undefined {
    return this.progress.get(jobId);
  }
}
