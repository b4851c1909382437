import { MOST_CLAIMED_DESTINATIONS } from '@lethe/api/deletions';
import type { Holding } from '../leases/holding.js';
import { isPassingError } from '../is-passing-error.js';
import { newContext } from '../new-context.js';
import type { DeletionWorkerOptions } from '../worker-options.js';
import { PendingReport, type JobReport } from './pending-report.js';

/** Milliseconds for which reports are gathered while others are on their way. */
const GATHER_MS = 2;
/** Batches that are on their way at once; what comes meanwhile makes the next one larger. */
const MOST_IN_FLIGHT = 2;
const ANSWER_MS = 10_000;
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;
/** From this attempt on a report travels alone: what is wrong may be one of its company. */
const ALONE_FROM = 4;
/** Bytes of one batch: a report may have a thousand reasons. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Hands in what became of jobs, many at once, and again until the service has taken it or the lease is
 * over. A report that the service finds invalid is told apart from its company by halving.
 */
export class Reporter {
  private queue: PendingReport[] = [];
  private inFlight = 0;
  private isGathering = false;

  constructor(private readonly options: DeletionWorkerOptions) {}

  /** Returns when each was taken, is no longer wanted, or was given up. Never throws. */
  async hand(holding: Holding, reports: readonly JobReport[]): Promise<void> {
    const pending = reports.map((report) => new PendingReport(holding, report));
    this.enqueue(pending);
    await Promise.all(pending.map(({ done }) => done));
  }

  private enqueue(reports: readonly PendingReport[]): void {
    this.queue.push(...reports);
    if (this.isGathering) return;
    if (this.inFlight === 0) {
      this.sendWhatWaits();
      return;
    }
    this.isGathering = true;
    void this.options.clock.pause(GATHER_MS).then(() => {
      this.isGathering = false;
      this.sendWhatWaits();
    });
  }

  private sendWhatWaits(): void {
    while (this.inFlight < MOST_IN_FLIGHT && this.queue.length > 0) {
      const batch = this.takeBatch();
      this.inFlight += 1;
      void this.send(batch).finally(() => {
        this.inFlight -= 1;
        this.sendWhatWaits();
      });
    }
  }

  private takeBatch(): PendingReport[] {
    const isAlone = ({ attempts }: PendingReport) => attempts + 1 >= ALONE_FROM;
    const [first] = this.queue;
    const others = this.queue.findIndex(isAlone);
    const size = first !== undefined && isAlone(first) ? 1 : others === -1 ? Infinity : others;
    const most = Math.min(size, MOST_CLAIMED_DESTINATIONS, this.queue.length);
    let many = 0;
    for (let bytes = 0; many < most; many += 1) {
      bytes += this.queue[many]?.bytes() ?? 0;
      if (many > 0 && bytes > MOST_BYTES) break;
    }
    return this.queue.splice(0, many);
  }

  private async send(batch: readonly PendingReport[]): Promise<void> {
    const wanted = batch.filter((report) => report.isWanted());
    for (const report of batch) if (!wanted.includes(report)) report.settle();
    if (wanted.length === 0) return;
    const { commands, clock } = this.options;
    const context = newContext(clock, ANSWER_MS);
    const reports = wanted.map((report) => report.toWire());
    try {
      // Taken, or the lease was lost: both times there is nothing left to say.
      await commands.reportDeletions({ context, reports });
      for (const report of wanted) report.settle();
    } catch (error) {
      this.options.onServiceFailure('report', error);
      await this.goOn(wanted, error);
    }
  }

  private async goOn(failed: readonly PendingReport[], error: unknown): Promise<void> {
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
