import { randomUUID } from 'node:crypto';
import type { ClaimedJob, DeletionWorkerCommands, JobOutcome } from '@lethe/contracts';
import type { DeletionService } from './deletion-service.js';
import { contextOf } from './test-service.js';

/** One step of a schedule; numbers choose among what is there. */
export type Step =
  | { readonly kind: 'order'; readonly at: number; readonly users: number }
  | { readonly kind: 'claim'; readonly by: number; readonly places: number }
  | { readonly kind: 'call'; readonly of: number }
  | { readonly kind: 'report'; readonly of: number; readonly outcome: Outcome }
  | { readonly kind: 'repeat'; readonly of: number }
  | { readonly kind: 'beat'; readonly of: number }
  | { readonly kind: 'freeze'; readonly of: number }
  | { readonly kind: 'sweep' | 'pass' | 'pause' | 'resume' }
  | { readonly kind: 'cancel'; readonly of: number };
export type Outcome =
  'complete' | 'refusing' | 'refused' | 'failed' | 'delayed' | 'accepted' | 'released';

/** A job that a worker has, as the worker sees it. */
interface Work {
  readonly claimId: string;
  readonly destinationId: string;
  readonly job: ClaimedJob;
  /** Users for whom it has called the destination. */
  readonly called: Set<string>;
  /** Whether the lease is over, by the clock of the database. */
  isOver: boolean;
  reported?: JobOutcome;
}

/** Workers that crash, freeze and come back, against the real service. */
export class DeletionModel {
  private readonly work: Work[] = [];
  private readonly ordered: { id: string; destinationId: string }[] = [];
  private readonly canceled = new Set<string>();
  /** Whoever was canceled while no worker had them: nobody may call for them any more. */
  private readonly withdrawn = new Set<string>();
  private readonly problems: string[] = [];
  /** Whether nothing else happens meanwhile, so that it is known what an answer has to be. */
  private isAlone = true;

  constructor(
    private readonly deletions: DeletionService,
    private readonly worker: DeletionWorkerCommands,
    private readonly sweep: () => Promise<unknown>,
    private readonly destinationIds: readonly string[],
  ) {}

  /** Plays schedules at the same time, and then carries out what is open. @throws Error naming what was broken */
  async run(...schedules: (readonly Step[])[]): Promise<void> {
    this.isAlone = schedules.length === 1;
    await Promise.all(
      schedules.map(async (steps) => {
        for (const step of steps) await this.step(step);
      }),
    );
    this.isAlone = true;
    await this.finish();
    await this.check();
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'));
  }

  private async step(step: Step): Promise<void> {
    switch (step.kind) {
      case 'order':
        return this.order(step.at, step.users);
      case 'claim':
        return this.claim(step.places);
      case 'call':
        return this.call(pick(this.open(), step.of));
      case 'report':
        return this.report(pick(this.open(), step.of), step.outcome);
      case 'repeat':
        return this.repeat(pick(this.work, step.of));
      case 'beat':
        return this.beat(pick(this.work, step.of));
      case 'freeze':
        return this.freeze(pick(this.open(), step.of));
      case 'cancel':
        return this.cancel(pick(this.ordered, step.of));
      case 'sweep':
        await this.sweep();
        return;
      case 'pass':
        return this.deletions.passDelays();
      case 'pause':
      case 'resume':
        await this.deletions.database.query(
          `update regulation.deletion_lanes set paused_at = ${step.kind === 'pause' ? 'now()' : 'null'}`,
        );
    }
  }

  private open(): Work[] {
    return this.work.filter(({ reported }) => reported === undefined);
  }

  private async order(at: number, users: number): Promise<void> {
    const destinationId = pick(this.destinationIds, at)!;
    const ids = await this.deletions.order(
      [destinationId],
      Array.from({ length: users }, (_, n) => ({ userId: `user-${this.ordered.length + n}` })),
    );
    this.ordered.push(...ids.map((id) => ({ id, destinationId })));
  }

  private async claim(places: number): Promise<void> {
    const claimId = randomUUID();
    const { claimed } = await this.worker.claimDeletions({
      ...{
        context: contextOf(),
        worker: 'model',
        claimId,
        destinations: places,
        leaseMs: 3_600_000,
      },
    });
    for (const { destinationId, jobs } of claimed) {
      for (const job of jobs) {
        const out = this.work.find(
          (other) =>
            other.destinationId === destinationId && !other.isOver && other.reported === undefined,
        );
        if (out !== undefined) this.problem(`two claims at ${destinationId} at a time`);
        this.work.push({ claimId, destinationId, job, called: new Set(), isOver: false });
      }
    }
  }

  /** A worker calls by its own clock: not once its lease is over. */
  private async call(work: Work | undefined): Promise<void> {
    if (work === undefined || work.isOver) return;
    for (const { regulationId } of work.job.users) {
      if (this.withdrawn.has(regulationId)) this.problem(`called for ${regulationId}, withdrawn`);
      if (
        !this.ordered.some(
          ({ id, destinationId }) => id === regulationId && destinationId === work.destinationId,
        )
      ) {
        this.problem(`called for ${regulationId}, which nobody ordered there`);
      }
      work.called.add(regulationId);
    }
    return Promise.resolve();
  }

  private async report(work: Work | undefined, kind: Outcome): Promise<void> {
    if (work === undefined) return;
    if (kind === 'complete' || kind === 'refusing') await this.call(work);
    const isCalled = work.called.size > 0;
    const outcome = outcomeOf(isCalled ? kind : 'released', work.job);
    work.reported = outcome;
    const result = await this.send(work);
    // A job is somebody else's from the sweep that ends its lease on.
    if (result === 'lease_lost' && !work.isOver)
      this.problem('a report of the holder did not count');
  }

  /** The same report again, or that of a worker that comes back late. */
  private async repeat(work: Work | undefined): Promise<void> {
    if (work === undefined) return;
    if (work.reported === undefined) {
      if (!work.isOver) return;
      work.reported = outcomeOf(work.called.size > 0 ? 'complete' : 'failed', work.job);
    }
    await this.send(work);
  }

  private async send({ job, claimId, reported }: Work): Promise<string | undefined> {
    const { results } = await this.worker.reportDeletions({
      context: contextOf(),
      reports: [{ jobId: job.jobId, claimId, outcome: reported! }],
    });
    return results[0];
  }

  private async beat(work: Work | undefined): Promise<void> {
    if (work === undefined) return;
    const { held } = await this.worker.heartbeatDeletions({
      context: contextOf(),
      jobs: [{ jobId: work.job.jobId, claimId: work.claimId }],
      leaseMs: 3_600_000,
    });
    const isHeld = held.includes(work.job.jobId);
    const shouldHold = !work.isOver && work.reported === undefined;
    if (isHeld !== shouldHold && this.isAlone)
      this.problem(`a heartbeat was answered ${String(isHeld)}`);
  }

  /** The worker stands still until its lease has ended. */
  private async freeze(work: Work | undefined): Promise<void> {
    if (work === undefined) return;
    for (const other of this.work) if (other.claimId === work.claimId) other.isOver = true;
    await this.deletions.passLeases([work.claimId]);
  }

  private async cancel(ordered: { id: string } | undefined): Promise<void> {
    if (ordered === undefined) return;
    const [job] = await this.deletions.database.query<{ isWaiting: boolean }>(
      `select j.state in ('pending', 'failed') and j.accepted is null as "isWaiting"
         from regulation.deletion_job_users u join regulation.deletion_jobs j on j.id = u.job_id
        where u.regulation_id = $1`,
      [ordered.id],
    );
    await this.deletions.service.regulations.cancel({
      context: contextOf(),
      id: ordered.id,
      allowedTypes: ['suppress_with_delete'],
    });
    this.canceled.add(ordered.id);
    // Who has the job in hand may go on; one whose lease is over by then does not call any more.
    if (job?.isWaiting === true && this.isAlone) this.withdrawn.add(ordered.id);
  }

  /** In the end, everything that is open is carried out. */
  private async finish(): Promise<void> {
    await this.step({ kind: 'resume' });
    for (let round = 0; round < 200; round += 1) {
      for (const work of this.open()) {
        if (work.isOver) await this.repeat(work);
        else await this.report(work, 'complete');
      }
      await this.sweep();
      await this.deletions.passDelays();
      const before = this.work.length;
      await this.claim(100);
      if (this.work.length === before) return;
    }
    this.problem('jobs do not end');
  }

  private async check(): Promise<void> {
    const jobs = await this.deletions.jobs();
    const open = jobs.filter(({ state }) => !['complete', 'aborted', 'canceled'].includes(state));
    if (open.length > 0) this.problem(`${open.length} jobs have not ended`);
    const where = new Map<string, string[]>();
    for (const { users, state } of jobs) {
      for (const id of users) where.set(id, [...(where.get(id) ?? []), state]);
    }
    for (const { id } of this.ordered) {
      const states = where.get(id) ?? [];
      if (states.length > 1) this.problem(`${id} is in ${states.length} jobs`);
      if (states.length === 0 && !this.canceled.has(id)) this.problem(`${id} was lost`);
      const isCalled = this.work.some(({ called }) => called.has(id));
      if (states[0] === 'complete' && !isCalled) this.problem(`${id} is complete without a call`);
      await this.checkFacts(id, states[0]);
    }
  }

  private async checkFacts(id: string, state: string | undefined): Promise<void> {
    const told = await this.deletions.told(id);
    const final = told.filter((status) => status !== 'failed');
    const expected = state === 'complete' || state === 'aborted' ? [state] : [];
    if (final.join() !== expected.join()) {
      this.problem(`of ${id}, ${String(state)}, the topic was told ${told.join()}`);
    }
  }

  private problem(text: string): void {
    this.problems.push(text);
  }
}

function outcomeOf(kind: Outcome, { users }: ClaimedJob): JobOutcome {
  const record = { method: 'model' };
  switch (kind) {
    case 'complete':
      return { status: 'complete', record };
    case 'refusing':
      return {
        ...{ status: 'complete', record },
        refused: users.slice(0, 1).map(({ regulationId }) => ({ regulationId, reason: 'no' })),
      };
    case 'accepted':
      return { status: 'accepted', statusUrl: 'https://example.com/status' };
    case 'delayed':
      return { status: 'delayed', cause: 'limit', reason: 'HTTP 429' };
    case 'refused':
    case 'failed':
    case 'released':
      return { status: kind, reason: kind };
  }
}

function pick<T>(values: readonly T[], choice: number): T | undefined {
  return values[choice % Math.max(1, values.length)];
}
