import { checkHistory } from './check-history.js';
import { ApiUsers } from './people.js';
import { pick, Run, type ModelParts } from './run.js';
import type { Step } from './steps.js';
import { Workers } from './workers.js';

export class DeletionModel {
  private readonly run: Run;
  private readonly people: ApiUsers;
  private readonly workers: Workers;

  constructor(parts: ModelParts) {
    this.run = new Run(parts);
    this.people = new ApiUsers(this.run);
    this.workers = new Workers(this.run);
  }

  /**
   * Plays schedules concurrently, and then ends all open jobs.
   *
   * @throws Error with the problems
   */
  async play(...schedules: (readonly Step[])[]): Promise<void> {
    this.run.isAlone = schedules.length === 1;
    await Promise.all(
      schedules.map(async (steps) => {
        for (const step of steps) await this.step(step);
      }),
    );
    this.run.isAlone = true;
    await this.finish();
    const { wishes, retried } = this.run;
    const found = await checkHistory(this.run.parts.observer, {
      ...{ wishes, retried },
      given: this.run.work.flatMap(({ destinationId, job }) =>
        job.users.map(({ regulationId: id }) => ({ id, destinationId })),
      ),
      isCanceled: (id) => this.run.canceled.has(id),
      isCalled: ({ id, destinationId }) =>
        this.run.work.some((work) => work.destinationId === destinationId && work.called.has(id)),
    });
    const problems = [...this.run.problems, ...found];
    if (problems.length > 0) throw new Error(problems.join('\n'));
  }

  private async step(step: Step): Promise<void> {
    const { people, workers, run } = this;
    switch (step.kind) {
      case 'order':
        return people.order(step.at, step.users);
      case 'claim':
        return workers.claim(step.places, step.isLost);
      case 'call':
        workers.call(pick(run.open(), step.of));
        return;
      case 'report':
        return workers.report(pick(run.open(), step.of), step.outcome);
      case 'overtaken':
        return workers.overtaken(pick(run.leased(), step.of));
      case 'contradicted':
        return workers.contradicted(pick(run.leased(), step.of));
      case 'repeat':
        return workers.repeat(pick(run.work, step.of));
      case 'beat':
        return workers.beat(pick(run.work, step.of));
      case 'freeze':
        return workers.freeze(pick(run.open(), step.of));
      case 'cancel':
        return people.cancel(pick(run.wishes, step.of));
      case 'retry':
        return people.retry(pick(run.wishes, step.of));
      case 'retry-all':
        return people.retryAll(pick(run.parts.destinationIds, step.at)!);
      case 'pause':
      case 'resume':
        return people.steer(pick(run.parts.destinationIds, step.at)!, step.kind === 'pause');
      case 'jump':
        return workers.jump(step.ms);
      case 'sweep':
        return workers.sweep();
      case 'pass':
        return run.parts.observer.passDelays();
      case 'crowd':
        return workers.crowd();
    }
  }

  private async finish(): Promise<void> {
    const { people, workers, run } = this;
    for (const destinationId of run.parts.destinationIds) await people.steer(destinationId, false);
    for (let round = 0; round < 200; round += 1) {
      for (const work of run.open()) {
        if (work.isOver) await workers.repeat(work);
        else await workers.report(work, 'complete');
      }
      await workers.sweep();
      await run.parts.observer.passDelays();
      const before = run.work.length;
      await workers.claim(100);
      if (run.work.length === before) return;
    }
    run.problem('jobs do not end');
  }
}
