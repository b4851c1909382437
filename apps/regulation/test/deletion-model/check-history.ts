import type { DeletionService } from '../deletion-service.js';

/** A user who is to be deleted at a destination. */
export interface Wish {
  /** The regulation. */
  readonly id: string;
  readonly destinationId: string;
}

const FINAL = ['complete', 'aborted', 'canceled'];

/**
 * Whether everything ended as it should: each job once, nobody lost, nobody done without a call, and the topic told
 * exactly that.
 *
 * @param history what the model saw; `retried`: users whom retries said to have taken
 * @returns what is wrong
 */
export async function checkHistory(
  deletions: DeletionService,
  history: {
    readonly wishes: readonly Wish[];
    /** Whom workers were given, and for whom they called. */
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
  const all = await deletions.toldOfAll();
  let again = 0;
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
    const told = (all.get(name) ?? []).filter((status) => status !== 'failed');
    again += told.filter((status) => status === 'pending').length;
    const expected = ofJobs.flatMap((state, n) => [
      ...(n === 0 ? [] : ['pending']),
      ...(state === 'complete' || state === 'aborted' ? [state] : []),
    ]);
    const withdrawn = isCanceled ? [...expected, 'pending'] : expected;
    if (told.join() !== expected.join() && told.join() !== withdrawn.join()) {
      problems.push(`of ${name}, ${ofJobs.join()}, the topic was told ${told.join()}`);
    }
  }
  for (const name of states.keys()) problems.push(`${name} is in a job, and nobody ordered that`);
  if (again !== history.retried) {
    problems.push(`${history.retried} users were tried again, and ${again} were told to be`);
  }
  return problems;
}

export function nameOf({ id, destinationId }: Wish): string {
  return `${id} at ${destinationId}`;
}
