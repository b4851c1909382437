import type { System } from '../system.js';

/** Who is suppressed everywhere by the newest records of the topic, in order. */
export async function suppressedUsers(system: System): Promise<string[]> {
  const newest = new Map<string, boolean>();
  for (const { key, value } of await system.records('suppressions')) {
    const state = JSON.parse(value?.toString() ?? '{}') as { suppressed?: { allSources: boolean } };
    newest.set(key!.slice(key!.indexOf(':') + 1), state.suppressed?.allSources === true);
  }
  return [...newest].flatMap(([userId, is]) => (is ? [userId] : [])).sort();
}
