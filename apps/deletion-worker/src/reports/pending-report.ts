import type { JobOutcome, ReportDeletions } from '@lethe/api/deletions';
import { Buffer } from 'node:buffer';

import type { Holding } from '../leases/holding.js';

/** What became of one job. */
export interface JobReport {
  readonly jobId: string;
  readonly outcome: JobOutcome;
}

/** A report on its way. */
export class PendingReport {
  /** Resolves when nothing more is to be done about it. */
  readonly done: Promise<void>;
  /** How often it was sent in vain. */
  attempts = 0;
  private isReplaced = false;
  private resolve: () => void = () => undefined;

  constructor(
    private readonly holding: Holding,
    private report: JobReport,
  ) {
    this.done = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** Whether the service may still take it: a first attempt is always worth it, as the service decides. */
  isWanted(): boolean {
    if (!this.holding.has(this.report.jobId)) return false;
    return this.attempts === 0 || this.holding.lease.leftMs() > 0;
  }

  settle(): void {
    this.resolve();
  }

  /** Puts a plain failure in the place of what the service does not take, progress included. @returns false when that was done before */
  replace(): boolean {
    if (this.isReplaced) return false;
    this.isReplaced = true;
    const reason = 'What became of this attempt could not be recorded. It will be tried again.';
    this.report = { jobId: this.report.jobId, outcome: { status: 'failed', reason } };
    return true;
  }

  /** About what it takes on its way. */
  bytes(): number {
    return Buffer.byteLength(JSON.stringify(this.toWire()));
  }

  toWire(): ReportDeletions['reports'][number] {
    const { jobId, outcome } = this.report;
    const progress = this.isReplaced ? undefined : this.holding.progressOf(jobId);
    return {
      jobId,
      claimId: this.holding.claimId,
      outcome,
      ...(progress === undefined ? {} : { progress }),
    };
  }
}
