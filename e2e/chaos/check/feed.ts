import type { Entry } from '../history.js';
import { WORKSPACE } from '../../support/workspaces.js';
import type { Ledger } from '../../feed/ledger.js';

/** Minimum milliseconds between two checks of all keys of a client. */
const CHECK_EVERY_MS = 1_000;

/**
 * Checks the pages of each client. Each item must be possible in some order of the commits. After
 * the last page, a client must know all changes that were committed before it requested this page.
 */
export function wrongPages(history: readonly Entry[], ledger: Ledger): string[] {
  const problems = new Set<string>();
  const keysByClient = new Map<string, Set<string>>();
  const checkedAt = new Map<string, number>();
  for (const entry of history) {
    if (entry.type !== 'page') continue;
    const { client, from, at, items, isEnd } = entry;
    const keys = keysByClient.get(client) ?? new Set<string>();
    keysByClient.set(client, keys);
    for (const { key, canceled } of items) {
      if (canceled) keys.delete(key);
      else keys.add(key);
      if (!key.startsWith(`${WORKSPACE}:`)) problems.add(`${client} got the foreign key ${key}`);
      if (!ledger.isPossible(key, !canceled, from, at)) {
        problems.add(`${client} wrongly got ${key} as ${canceled ? 'lifted' : 'suppressed'}`);
      }
    }
    if (!isEnd || from - (checkedAt.get(client) ?? -CHECK_EVERY_MS) < CHECK_EVERY_MS) continue;
    checkedAt.set(client, from);
    for (const key of ledger.keys) {
      if (!key.startsWith(`${WORKSPACE}:`) || ledger.isPossible(key, keys.has(key), from, at))
        continue;
      const state = keys.has(key) ? 'suppressed' : 'lifted';
      problems.add(`${client} wrongly has ${key} as ${state} at the end of a round`);
    }
  }
  return [...problems];
}
