import type { JobOutcome, ReportDeletions, VerificationReport } from '@lethe/api/deletions';
import { Buffer } from 'node:buffer';

import type { LeasedDestination } from '../leases/leased-destination.js';

export interface JobReport {
  readonly jobId: string;
  /** A `VerificationReport` if the task of the destination is a verification. */
  readonly outcome: JobOutcome | VerificationReport;
}

type Wire<Outcome> = Omit<ReportDeletions['reports'][number], 'outcome'> & {
  readonly outcome: Outcome;
};

/** A report that is queued or in flight. */
export class PendingReport {
  /** Resolves when the report needs no more attempts. */
  readonly done: Promise<void>;
  /** Number of failed attempts to send the report. */
  attempts = 0;
  private isReplaced = false;
  private resolve: () => void = () => undefined;

  constructor(
    private readonly holding: LeasedDestination,
    private report: JobReport,
  ) {
    this.done = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /**
   * Returns true if the report must be sent. The first attempt is made even after the end of the
   * lease, unless the worker knows that the lease of the job is lost.
   */
  isWanted(): boolean {
    if (!this.holding.has(this.report.jobId)) return false;
    return this.attempts === 0 || this.holding.lease.leftMs() > 0;
  }

  settle(): void {
    this.resolve();
  }

  /**
   * Replaces a rejected report by a failure without details.
   *
   * @returns false if the report was already replaced
   */
  replace(): boolean {
    if (this.isReplaced) return false;
    this.isReplaced = true;
    const reason = 'The outcome of this attempt could not be recorded.';
    this.report = { jobId: this.report.jobId, outcome: { status: 'failed', reason } };
    return true;
  }

  /** Returns the approximate size of the message in bytes. */
  bytes(): number {
    return Buffer.byteLength(JSON.stringify(this.toWire()));
  }

  get isVerification(): boolean {
    return this.holding.claimed.task === 'verify';
  }

  /** Returns the report as the task of its destination needs it. */
  toWire<Outcome extends JobOutcome | VerificationReport>(): Wire<Outcome> {
    const { jobId, outcome } = this.report;
    const progress = this.isReplaced ? undefined : this.holding.progressOf(jobId);
    return {
      jobId,
      claimId: this.holding.claimId,
      outcome: outcome as Outcome,
      ...(progress === undefined ? {} : { progress }),
    };
  }
}
