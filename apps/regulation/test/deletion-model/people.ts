import { contextOf } from '../test-service.js';
import { nameOf, type Wish } from './check-history.js';
import { pick, type Run } from './run.js';

/** Users of the API, who order, cancel and retry deletions, and pause destinations. */
export class ApiUsers {
  constructor(private readonly run: Run) {}

  async order(at: number, users: number): Promise<void> {
    const all = this.run.parts.destinationIds;
    const destinationIds = at % (all.length + 1) === all.length ? all : [pick(all, at)!];
    const ids = await this.run.parts.asked.order(
      destinationIds,
      Array.from({ length: users }, (_, n) => ({ userId: `user-${this.run.wishes.length + n}` })),
    );
    for (const id of ids) {
      this.run.wishes.push(...destinationIds.map((destinationId) => ({ id, destinationId })));
    }
  }

  async cancel(wish: Wish | undefined): Promise<void> {
    if (wish === undefined) return;
    const jobs = this.run.isAlone ? await this.run.parts.observer.jobs() : [];
    await this.run.parts.asked.service.commands.cancelRegulation({
      ...{ context: contextOf(), id: wish.id, allowedTypes: ['suppress_with_delete'] },
    });
    this.run.canceled.add(wish.id);
    for (const { id, destinationId } of this.run.wishes.filter((other) => other.id === wish.id)) {
      const last = jobs.findLast(
        (job) => job.destination_id === destinationId && job.users.includes(id),
      );
      // The worker of a leased job can continue, and so can a destination that has accepted the
      // deletion.
      if (last === undefined || last.state === 'running' || last.accepted !== null) continue;
      this.run.withdrawn.add(nameOf({ id, destinationId }));
    }
  }

  async retry(wish: Wish | undefined): Promise<void> {
    if (wish === undefined) return;
    const expected = (await this.aborted()).filter(({ id }) => id === wish.id).length;
    const { commands } = this.run.parts.asked.service;
    const jobs = await commands.retryRegulation({ context: contextOf(), id: wish.id }).then(
      (result) => result.jobs,
      (error: unknown) => {
        if ((error as { code?: unknown }).code !== 'conflict') throw error;
        return 0;
      },
    );
    this.noteRetried(jobs, expected);
  }

  async retryAll(destinationId: string): Promise<void> {
    const expected = await this.aborted();
    const { users } = await this.run.parts.asked.service.commands.retryDeletionJobs({
      ...{ context: contextOf(), destinationId, limit: 1_000 },
    });
    this.noteRetried(users, expected.filter((wish) => wish.destinationId === destinationId).length);
  }

  private noteRetried(users: number, expected: number): void {
    this.run.retried += users;
    if (users !== expected && this.run.isAlone) {
      this.run.problem(`a retry took ${users} users, and ${expected} were aborted`);
    }
  }

  /**
   * Returns deletions that can be retried: they are not canceled, and their last job failed
   * permanently.
   */
  private async aborted(): Promise<Wish[]> {
    const jobs = await this.run.parts.observer.jobs();
    return this.run.wishes.filter(({ id, destinationId }) => {
      const last = jobs.findLast(
        (job) => job.destination_id === destinationId && job.users.includes(id),
      );
      return last?.state === 'aborted' && !this.run.canceled.has(id);
    });
  }

  async steer(destinationId: string, paused: boolean): Promise<void> {
    const command = { context: contextOf(), destinationId };
    await this.run.parts.asked.service.commands[paused ? 'pauseDeletions' : 'resumeDeletions'](
      command,
    );
    if (paused) this.run.paused.add(destinationId);
    else this.run.paused.delete(destinationId);
  }
}
