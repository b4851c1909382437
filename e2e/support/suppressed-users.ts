import type { System } from '../system.js';

/** Returns the users whom the newest records of the topic suppress at all sources, sorted. */
export async function suppressedUsers(system: System): Promise<string[]> {
  const newest = new Map<string, boolean>();
  for (const { key, value } of await system.records('suppressions')) {
    const state = JSON.parse(value?.toString() ?? '{}') as { suppressed?: { allSources: boolean } };
    newest.set(key!.slice(key!.indexOf(':') + 1), state.suppressed?.allSources === true);
  }
  return [...newest].flatMap(([userId, is]) => (is ? [userId] : [])).sort();
}
