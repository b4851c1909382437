import { FINAL_DELETION_STATES, type RegulationLifecycle } from '@lethe/contracts';
import type { ReceivedRecord } from '@lethe/messaging';
import type { FinalState } from '../system/final-state.js';

const FINAL: readonly string[] = FINAL_DELETION_STATES;

/**
 * Each deletion is over, in exactly one way, of which the facts tell last and once; and what counts as done was asked
 * of its destination.
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
  return deletions.flatMap(({ jobId, regulationId, destinationId, state }) => {
    const wrong: string[] = [];
    const told = facts.get(`${regulationId} ${destinationId}`) ?? [];
    const ends = told.filter((status) => FINAL.includes(status));
    if (!FINAL.includes(state)) wrong.push(`is not over: it is ${state}`);
    else if (ends.length !== 1) wrong.push(`ended ${ends.length} times: ${told.join(', ')}`);
    else if (told.at(-1) !== state) wrong.push(`is ${state}, and its facts are ${told.join(', ')}`);
    const user = userOf.get(regulationId);
    if (state === 'complete' && !called.has(`${regulationId} ${user ?? ''}`)) {
      wrong.push('is complete, and its destination was not called');
    }
    return wrong.map(
      (what) => `the deletion of ${regulationId} at ${destinationId} (job ${jobId}) ${what}`,
    );
  });
}

/** Statuses in the order in which they were first told, by regulation and destination. */
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

/** `regulation user` of each one that a webhook was told to delete. */
function usersIn(body: string): string[] {
  const { type, data } = JSON.parse(body) as {
    readonly type: string;
    readonly data?: { readonly users: readonly { regulationId: string; userId: string }[] };
  };
  if (type !== 'user.deletion_requested') return [];
  return data!.users.map(({ regulationId, userId }) => `${regulationId} ${userId}`);
}
