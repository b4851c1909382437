import type { DeletionService } from '../deletion-service.js';

export interface Wish {
  readonly id: string;
  readonly destinationId: string;
}

const FINAL = ['complete', 'aborted', 'canceled'];

/**
 * Checks that each job ended once, that no user was lost or completed without a call, and that the
 * topic has the same states.
 *
 * @param history observations of the model. `retried` is the number of users that retries reported
 * @returns the problems
 */
export async function checkHistory(
  deletions: DeletionService,
  history: {
    readonly wishes: readonly Wish[];
    readonly given: readonly Wish[];
    readonly isCalled: (wish: Wish) => boolean;
    readonly isCanceled: (id: string) => boolean;
    readonly retried: number;
  },
): Promise<string[]> {
  const problems: string[] = [];
  const jobs = await deletions.jobs();
  const open = jobs.filter(({ state }) => !FINAL.includes(state));
  if (open.length > 0) problems.push(`${open.length} jobs have not ended`);
  const states = new Map<string, string[]>();
  for (const { users, destination_id: destinationId, state } of jobs) {
    for (const id of users) {
      const name = nameOf({ id, destinationId });
      states.set(name, [...(states.get(name) ?? []), state]);
    }
  }
  const wished = new Set(history.wishes.map(nameOf));
  for (const name of new Set(history.given.map(nameOf))) {
    if (!wished.has(name)) problems.push(`${name} was given, and nobody ordered that`);
  }
  const publishedByName = await deletions.toldOfAll();
  let retryFacts = 0;
  for (const wish of history.wishes) {
    const name = nameOf(wish);
    const ofJobs = states.get(name) ?? [];
    states.delete(name);
    const isCanceled = history.isCanceled(wish.id);
    if (ofJobs.length === 0 && !isCanceled) problems.push(`${name} was lost`);
    if (ofJobs.slice(0, -1).some((state) => state !== 'aborted')) {
      problems.push(`${name} is in several jobs: ${ofJobs.join()}`);
    }
    if (ofJobs.includes('complete') && !history.isCalled(wish)) {
      problems.push(`${name} is complete without a call`);
    }
    const published = (publishedByName.get(name) ?? []).filter((status) => status !== 'failed');
    retryFacts += published.filter((status) => status === 'pending').length;
    const expected = ofJobs.flatMap((state, n) => [
      ...(n === 0 ? [] : ['pending']),
      ...(state === 'complete' || state === 'aborted' ? [state] : []),
    ]);
    const withdrawn = isCanceled ? [...expected, 'pending'] : expected;
    if (published.join() !== expected.join() && published.join() !== withdrawn.join()) {
      problems.push(`of ${name}, ${ofJobs.join()}, the topic was told ${published.join()}`);
    }
  }
  for (const name of states.keys()) problems.push(`${name} is in a job, and nobody ordered that`);
  if (retryFacts !== history.retried) {
    problems.push(`${history.retried} users were tried again, and ${retryFacts} were told to be`);
  }
  return problems;
}

export function nameOf({ id, destinationId }: Wish): string {
  return `${id} at ${destinationId}`;
}
