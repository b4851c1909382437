import {
  MOST_CLAIMED_DESTINATIONS,
  type JobOutcome,
  type VerificationReport,
} from '@lethe/api/deletions';
import type { LeasedDestination } from '../leases/leased-destination.js';
import { isPassingError } from '../is-passing-error.js';
import { newContext } from '../new-context.js';
import type { DeletionWorkerOptions } from '../worker-options.js';
import { PendingReport, type JobReport } from './pending-report.js';

/** Milliseconds for which the reporter gathers reports while earlier batches are in flight. */
const GATHER_MS = 2;
/** Maximum number of batches in flight. Reports that wait make the next batch larger. */
const MOST_IN_FLIGHT = 2;
/** Maximum number of them with reports of verifications, so that one is left for deletions. */
const MOST_CHECKS_IN_FLIGHT = 1;
const ANSWER_MS = 10_000;
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;
/**
 * From this attempt on, a report is sent alone, because another report of its batch can be the
 * cause of the failures.
 */
const ALONE_FROM = 4;
/** Approximate maximum bytes of one batch. One report can contain a thousand reasons. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Sends reports of jobs in batches. Repeats a report until the service accepts the report or the
 * lease ends. Bisects a rejected batch to find an invalid report.
 */
export class Reporter {
  private queue: PendingReport[] = [];
  private inFlight = 0;
  /** Number of batches in flight with reports of verifications. */
  private checksInFlight = 0;
  private isGathering = false;

  constructor(private readonly options: DeletionWorkerOptions) {}

  /** Returns when every report was accepted or dropped. Never throws. */
  async report(holding: LeasedDestination, reports: readonly JobReport[]): Promise<void> {
    const pending = reports.map((report) => new PendingReport(holding, report));
    this.enqueue(pending);
    await Promise.all(pending.map(({ done }) => done));
  }

  private enqueue(reports: readonly PendingReport[]): void {
    this.queue.push(...reports);
    if (reports.some((report) => !report.isVerification)) this.putChecksLast();
    if (this.isGathering) return;
    if (this.inFlight === 0) {
      this.sendQueued();
      return;
    }
    this.isGathering = true;
    void this.options.clock.pause(GATHER_MS).then(() => {
      this.isGathering = false;
      this.sendQueued();
    });
  }

  /** Reports of deletions never wait for those of verifications, of which a pass can have many. */
  private putChecksLast(): void {
    const isCheck = (report: PendingReport) => report.isVerification;
    const checks = this.queue.filter(isCheck);
    if (checks.length > 0) this.queue = [...this.queue.filter((one) => !isCheck(one)), ...checks];
  }

  private sendQueued(): void {
    for (;;) {
      const [first] = this.queue;
      if (first === undefined || this.inFlight >= MOST_IN_FLIGHT) return;
      const checks = first.isVerification ? 1 : 0;
      if (checks + this.checksInFlight > MOST_CHECKS_IN_FLIGHT) return;
      const batch = this.takeBatch(first);
      this.inFlight += 1;
      this.checksInFlight += checks;
      void this.send(batch).finally(() => {
        this.inFlight -= 1;
        this.checksInFlight -= checks;
        this.sendQueued();
      });
    }
  }

  /** @param first report of the queue. The batch has no reports of another task */
  private takeBatch(first: PendingReport): PendingReport[] {
    const isAlone = ({ attempts }: PendingReport) => attempts + 1 >= ALONE_FROM;
    const others = this.queue.findIndex(
      (one) => isAlone(one) || one.isVerification !== first.isVerification,
    );
    const size = isAlone(first) ? 1 : others === -1 ? Infinity : others;
    const most = Math.min(size, MOST_CLAIMED_DESTINATIONS, this.queue.length);
    let count = 0;
    for (let bytes = 0; count < most; count += 1) {
      bytes += this.queue[count]?.bytes() ?? 0;
      if (count > 0 && bytes > MOST_BYTES) break;
    }
    return this.queue.splice(0, count);
  }

  private async send(batch: readonly PendingReport[]): Promise<void> {
    const wanted = batch.filter((report) => report.isWanted());
    for (const report of batch) if (!wanted.includes(report)) report.settle();
    if (wanted.length === 0) return;
    const { commands, clock } = this.options;
    const context = newContext(clock, ANSWER_MS);
    const reports = wanted
      .filter((report) => !report.isVerification)
      .map((report) => report.toWire<JobOutcome>());
    const verifications = wanted
      .filter((report) => report.isVerification)
      .map((report) => report.toWire<VerificationReport>());
    try {
      // After an answer, each report was accepted or its lease was lost. In both cases the report
      // is not sent again.
      await commands.reportDeletions({
        ...{ context, reports },
        ...(verifications.length > 0 && { verifications }),
      });
      for (const report of wanted) report.settle();
    } catch (error) {
      this.options.onServiceFailure('report', error);
      await this.retryOrSplit(wanted, error);
    }
  }

  private async retryOrSplit(failed: readonly PendingReport[], error: unknown): Promise<void> {
    const [first] = failed;
    if (first === undefined) return;
    if (isPassingError(error)) {
      for (const report of failed) void this.sendLater(report);
    } else if (failed.length > 1) {
      const middle = Math.ceil(failed.length / 2);
      await this.send(failed.slice(0, middle));
      await this.send(failed.slice(middle));
    } else if (first.replace()) {
      await this.send(failed);
    } else {
      first.settle();
    }
  }

  private async sendLater(report: PendingReport): Promise<void> {
    report.attempts += 1;
    const pauseMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (report.attempts - 1));
    await this.options.clock.pause(pauseMs);
    this.enqueue([report]);
  }
}
