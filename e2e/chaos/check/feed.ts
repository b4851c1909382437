import type { Entry } from '../history.js';
import { WORKSPACE } from '../../support/workspaces.js';
import type { Ledger } from '../../feed/ledger.js';

/** Everything that a client holds is looked at after the end of a round, but not more often than this. */
const LOOK_MS = 1_000;

/**
 * A client who adds what it is told to add, and removes what it is told to remove, is never told what no order of
 * commits explains, and knows at the end of each round what was committed when the round began.
 */
export function wrongPages(history: readonly Entry[], ledger: Ledger): string[] {
  const problems = new Set<string>();
  const held = new Map<string, Set<string>>();
  const withoutIgnored = new Map<string, number>();
  for (const entry of history) {
    if (entry.type !== 'page') continue;
    const { client, from, at, items, isEnd } = entry;
    const keys = held.get(client) ?? new Set<string>();
    held.set(client, keys);
    for (const { key, canceled } of items) {
      if (canceled) keys.delete(key);
      else keys.add(key);
      if (!key.startsWith(`${WORKSPACE}:`)) problems.add(`${client} was told of ${key}`);
      if (!ledger.isPossible(key, !canceled, from, at)) {
        problems.add(`${client} was told that ${key} is ${canceled ? 'lifted' : 'suppressed'}`);
      }
    }
    if (!isEnd || from - (withoutIgnored.get(client) ?? -LOOK_MS) < LOOK_MS) continue;
    withoutIgnored.set(client, from);
    for (const key of ledger.keys) {
      if (!key.startsWith(`${WORKSPACE}:`) || ledger.isPossible(key, keys.has(key), from, at))
        continue;
      const state = keys.has(key) ? 'suppressed' : 'lifted';
      problems.add(`${client} holds ${key} for ${state} at the end of a round`);
    }
  }
  return [...problems];
}
