import { randomUUID } from 'node:crypto';
import { waitFor } from '@lethe/testing';
import { endExpiredLeases } from '../../src/deletions/sweep/end-expired-leases.js';
import { contextOf } from '../test-service.js';
import { nameOf } from './check-history.js';
import type { Run } from './run.js';
import type { Outcome } from './steps.js';
import { outcomeOf, type Work } from './work.js';

const LEASE_MS = 3_600_000;
/** First statement in the transaction of a report. */
const LOCKS_LANES = 'for update of lane';

/** Plays workers that crash, freeze and return, and the clock that ends their leases. */
export class Workers {
  constructor(private readonly run: Run) {}

  /** @param isLost whether the response is lost, so that the worker repeats the claim */
  async claim(places: number, isLost = false): Promise<void> {
    const claimId = randomUUID();
    const first = await this.ask(claimId, places);
    const answer = isLost ? await this.ask(claimId, places) : first;
    const [given, again] = [first, answer].map((work) => work.map(({ job }) => job.jobId).sort());
    if (given!.length > 0 && given!.join() !== again!.join() && this.run.isAlone) {
      this.run.problem('a claim that was asked for again got something else');
    }
    for (const work of answer) this.take(work);
  }

  private async ask(claimId: string, places: number): Promise<Work[]> {
    const { claimed } = await this.run.parts.asked.claim({
      ...{ claimId, destinations: places, leaseMs: LEASE_MS },
    });
    return claimed.flatMap(({ destinationId, jobs }) =>
      jobs.map((job) => ({
        ...{ claimId, destinationId, job, called: new Set<string>() },
        ...{ leftMs: LEASE_MS, isOver: false, isGone: false, isStopped: false },
      })),
    );
  }

  private take(work: Work): void {
    const { destinationId } = work;
    if (this.run.leased().some((other) => other.destinationId === destinationId)) {
      this.run.problem(`two claims at ${destinationId} at a time`);
    }
    if (this.run.isAlone && this.run.paused.has(destinationId)) {
      this.run.problem(`a claim at ${destinationId}, which is paused`);
    }
    this.run.work.push(work);
  }

  /** Calls the destination, unless the lease has expired by the clock of the worker. */
  call(work: Work | undefined): void {
    if (work === undefined || work.isStopped) return;
    for (const { regulationId } of work.job.users) {
      // After a jump of the database clock, the worker does not know that it has lost the job.
      if (
        !work.isOver &&
        this.run.withdrawn.has(nameOf({ id: regulationId, destinationId: work.destinationId }))
      ) {
        this.run.problem(`called for ${regulationId}, withdrawn`);
      }
      work.called.add(regulationId);
    }
  }

  async report(work: Work | undefined, kind: Outcome): Promise<void> {
    if (work === undefined) return;
    if (kind === 'complete' || kind === 'refusing') this.call(work);
    work.reported = outcomeOf(work.called.size > 0 ? kind : 'released', work.job);
    const result = await this.send(work);
    // `lease_lost` is correct if the lease was over, because another worker can have the job. It is
    // also correct if the same report was sent twice. The service accepts only one of the two, and
    // another worker can have the job before the service reads the other.
    if (result === 'lease_lost' && !work.isOver && work.isRepeated !== true)
      this.run.problem('a report of the holder did not count');
  }

  /** Sends the same report again, or the late report of a worker that returns. */
  async repeat(work: Work | undefined): Promise<void> {
    if (work === undefined) return;
    if (work.reported === undefined) {
      if (!work.isOver) return;
      work.reported = outcomeOf(work.called.size > 0 ? 'complete' : 'failed', work.job);
    }
    work.isRepeated = true;
    await this.send(work);
  }

  /** Lets the lease expire while the report is in flight. Another worker then gets the job. */
  async overtaken(work: Work | undefined): Promise<void> {
    if (work === undefined || !this.run.isAlone) return;
    this.call(work);
    work.reported = outcomeOf('complete', work.job);
    const takeOver = async () => {
      await this.freeze(work);
      await this.sweep();
      await this.run.parts.observer.passDelays();
      await this.claim(this.run.parts.destinationIds.length);
    };
    const send = () => this.send(work);
    const { result, hasActed } = await this.run.parts.between.before(LOCKS_LANES, takeOver, send);
    if (hasActed && result !== 'lease_lost') {
      this.run.problem(`a report that came too late was ${String(result)}`);
    }
  }

  /** Sends another report of the same claim while the first report is in flight. */
  async contradicted(work: Work | undefined): Promise<void> {
    if (work === undefined || !this.run.isAlone) return;
    this.call(work);
    work.reported = outcomeOf('aborted', work.job);
    const late = { ...work, reported: outcomeOf('complete', work.job) };
    await this.run.parts.between.before(
      LOCKS_LANES,
      () => this.send(work),
      () => this.send(late),
    );
  }

  private async send({ job, claimId, reported }: Work): Promise<string | undefined> {
    const { results } = await this.run.parts.asked.report([
      { jobId: job.jobId, claimId, outcome: reported! },
    ]);
    return results[0];
  }

  async beat(work: Work | undefined): Promise<void> {
    if (work === undefined) return;
    const { held } = await this.run.parts.asked.service.commands.heartbeatDeletions({
      context: contextOf(),
      jobs: [{ jobId: work.job.jobId, claimId: work.claimId }],
      leaseMs: LEASE_MS,
    });
    const isRenewed = held.includes(work.job.jobId);
    const shouldRenew = work.leftMs > 0 && !work.isGone && work.reported === undefined;
    if (isRenewed !== shouldRenew && this.run.isAlone) {
      this.run.problem(`a heartbeat was answered ${String(isRenewed)}`);
    }
    if (isRenewed) work.leftMs = LEASE_MS;
  }

  async freeze(work: Work | undefined): Promise<void> {
    if (work === undefined) return;
    for (const other of this.run.work.filter(({ claimId }) => claimId === work.claimId)) {
      Object.assign(other, { leftMs: 0, isOver: true, isStopped: true });
    }
    await this.run.parts.observer.passLeases([work.claimId]);
  }

  /** Moves the clock of the database, but not the clocks of the workers. */
  async jump(ms: number): Promise<void> {
    // The model does not know the lease of a claim whose response is in flight.
    if (!this.run.isAlone) return;
    for (const work of this.run.open()) {
      work.leftMs -= ms;
      if (work.leftMs <= 0) work.isOver = true;
    }
    await this.run.parts.observer.jump(ms);
  }

  async sweep(): Promise<void> {
    for (const work of this.run.work) if (work.leftMs <= 0) work.isGone = true;
    await endExpiredLeases(this.run.parts.asked.database, 'test.');
  }

  /** Runs two concurrent claims, while another transaction locks the destinations. */
  async crowd(): Promise<void> {
    if (!this.run.isAlone) return;
    const { database } = this.run.parts.observer;
    let answered = 0;
    const claims = await database.transaction(async (manager) => {
      await manager.query('select from regulation.deletion_lanes for update');
      const both = [1, 2].map(() => this.ask(randomUUID(), 1).finally(() => (answered += 1)));
      await waitFor(async () => answered + (await this.waiting()) === both.length, {
        message: 'two claims to be answered or to wait',
      });
      return both;
    });
    for (const work of (await Promise.all(claims)).flat()) this.take(work);
  }

  private async waiting(): Promise<number> {
    const [row] = await this.run.parts.observer.database.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row!.waiting;
  }
}
