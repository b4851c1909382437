import { FINAL_DELETION_STATES, type RegulationLifecycle } from '@lethe/contracts';
import type { ReceivedRecord } from '@lethe/messaging';
import { ROWS_AT } from '../load/request-loops.js';
import type { FinalState } from '../system/final-state.js';
import { groupBy } from './group-by.js';

const FINAL: readonly string[] = FINAL_DELETION_STATES;

/**
 * Checks that each deletion has exactly one final state. The final states of the deletions of a user
 * at a destination must be published once, in their order, the last one as the last fact. If a
 * deletion is complete, its destination must have got a request.
 */
export function wrongDeletions({
  deletions,
  regulations,
  lifecycle,
  arrivals,
}: FinalState): string[] {
  const facts = statusFacts(lifecycle);
  const userOf = new Map(regulations.map(({ id, userId }) => [id, userId]));
  const called = new Set(arrivals.flatMap(({ body }) => usersIn(body)));
  const jobs = groupBy(deletions, (one) => `${one.regulationId} ${one.destinationId}`);
  return deletions.flatMap(({ jobId, regulationId, destinationId, state }) => {
    const wrong: string[] = [];
    const key = `${regulationId} ${destinationId}`;
    const published = facts.get(key) ?? [];
    const ends = published.filter((status) => FINAL.includes(status));
    const states = jobs.get(key)!.map((one) => one.state);
    if (!FINAL.includes(state)) wrong.push(`has no final state: it is ${state}`);
    else if (ends.join() !== states.join())
      wrong.push(`has the final states ${states.join()}, but its facts are ${published.join()}`);
    else if (published.at(-1) !== states.at(-1))
      wrong.push(`is ${state}, but its facts are ${published.join()}`);
    const user = userOf.get(regulationId);
    const isCalled = destinationId === ROWS_AT || called.has(`${regulationId} ${user ?? ''}`);
    if (state === 'complete' && !isCalled) {
      wrong.push('is complete, but its destination was not called');
    }
    return wrong.map(
      (what) => `the deletion of ${regulationId} at ${destinationId} (job ${jobId}) ${what}`,
    );
  });
}

/** Returns statuses in the order of their first publication, by regulation and destination. */
function statusFacts(records: readonly ReceivedRecord[]): Map<string, string[]> {
  const known = new Set<string | undefined>();
  const statuses = new Map<string, string[]>();
  for (const { value, headers } of records) {
    const fact = JSON.parse(String(value)) as RegulationLifecycle;
    if (fact.fact !== 'deletion_status_changed' || known.has(headers.ce_id)) continue;
    known.add(headers.ce_id);
    const key = `${fact.regulationId} ${fact.destinationId}`;
    statuses.set(key, [...(statuses.get(key) ?? []), fact.status]);
  }
  return statuses;
}

/** Returns `regulation user` for each user in the deletion request to a webhook. */
function usersIn(body: string): string[] {
  const { type, data } = JSON.parse(body) as {
    readonly type: string;
    readonly data?: { readonly users: readonly { regulationId: string; userId: string }[] };
  };
  if (type !== 'user.deletion_requested') return [];
  return data!.users.map(({ regulationId, userId }) => `${regulationId} ${userId}`);
}
