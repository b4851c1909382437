import type { SuppressionState } from '@lethe/contracts';
import type { ReceivedRecord } from '@lethe/messaging';
import type { System } from '../system.js';
import { STATES_OF_A_LIFE } from './life.js';

/** Returns a state as a text: the sorted sources, `*` for all sources, or `nothing`. */
export function describeState(sources: readonly string[]): string {
  return sources.length === 0 ? 'nothing' : [...sources].sort().join(' ');
}

/**
 * Compares the `suppressions` topic with the regulations in the database.
 *
 * @param lives ids of users who went through `live`, so that the test knows each of their states
 * @returns the differences. There are none if each user's newest record is the committed state, and
 *   no record has an older state than the record before it
 */
export async function findWrongStates(
  system: System,
  lives: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  return wrongStates(await system.records('suppressions'), await committedStates(system), lives);
}

/**
 * Returns the result of `findWrongStates` for these records.
 *
 * @param committed state of each suppressed user as a text, by `workspace:user`
 */
export function wrongStates(
  records: readonly ReceivedRecord[],
  committed: ReadonlyMap<string, string>,
  lives: ReadonlySet<string> = new Set(),
): string[] {
  const byUser = new Map<string, ReceivedRecord[]>();
  for (const record of records) {
    const known = byUser.get(record.key!);
    if (known === undefined) byUser.set(record.key!, [record]);
    else known.push(record);
  }
  const problems: string[] = [];
  for (const key of new Set([...committed.keys(), ...byUser.keys()])) {
    const ofUser = byUser.get(key) ?? [];
    const expected = committed.get(key) ?? 'nothing';
    const newest = ofUser.at(-1);
    const found = newest === undefined ? 'nothing' : stateIn(newest);
    if (found !== expected) problems.push(`${key}: expected ${expected}, newest is ${found}`);
    const userId = key.slice(key.indexOf(':') + 1);
    problems.push(...goingBack(key, ofUser, lives.has(userId) ? STATES_OF_A_LIFE : []));
  }
  return problems;
}

/**
 * Computes the states from the regulations, not from the stored counts, because the counts are
 * under test.
 */
async function committedStates(system: System): Promise<Map<string, string>> {
  const rows = await system.query<{ key: string; sources: string[] }>(
    `select workspace_id || ':' || user_id as key, array_agg(distinct source) as sources
       from regulation.regulations, unnest(coalesce(source_ids, '{*}')) as source
      where not canceled group by 1`,
  );
  return new Map(rows.map(({ key, sources }) => [key, describeState(sources)]));
}

function stateIn(record: ReceivedRecord): string {
  if (record.value === null) return 'nothing';
  const { suppressed } = JSON.parse(record.value.toString()) as SuppressionState;
  return describeState([...suppressed.sourceIds, ...(suppressed.allSources ? ['*'] : [])]);
}

function goingBack(
  key: string,
  records: readonly ReceivedRecord[],
  states: readonly string[],
): string[] {
  const problems: string[] = [];
  let [time, step] = ['', 0];
  for (const record of records) {
    const nextTime = record.headers.ce_time!;
    if (nextTime < time) problems.push(`${key}: ${nextTime} after ${time}`);
    time = nextTime;
    if (states.length === 0) continue;
    const nextStep = states.indexOf(stateIn(record));
    if (nextStep < step) problems.push(`${key}: step ${nextStep} after step ${step}`);
    step = nextStep;
  }
  return problems;
}
