import { WORKSPACE } from '../../support/workspaces.js';
import type { Calm, Entry } from '../history.js';

/**
 * Checks that feed, index and filter match the regulations exactly in each calm. A calm is a time
 * without requests and faults.
 */
export function wrongInCalm(history: readonly Entry[]): string[] {
  const calms = history.filter((entry): entry is Entry & { type: 'calm' } => entry.type === 'calm');
  if (calms.length === 0) return ['the system never became calm'];
  return calms.flatMap((calm, n) =>
    [...wrongFeeds(calm), ...wrongVerdicts(calm)].map((problem) => `calm ${n}: ${problem}`),
  );
}

function wrongFeeds({ covered, feeds }: Calm): string[] {
  const ours = covered.filter((key) => key.startsWith(`${WORKSPACE}:`));
  return Object.entries(feeds).flatMap(([client, keys]) => difference(client, ours, keys));
}

function wrongVerdicts({ covered, checked, index, filter }: Calm): string[] {
  const all = new Set(covered);
  const expected = checked.filter((key) => {
    const user = key.slice(0, key.lastIndexOf(':'));
    return all.has(key) || all.has(`${user}:*`);
  });
  return [
    ...difference('the index', expected, index),
    ...difference('the filter', expected, filter),
  ];
}

function difference(who: string, expected: readonly string[], found: readonly string[]): string[] {
  const [wanted, known] = [new Set(expected), new Set(found)];
  return [
    ...expected.filter((key) => !known.has(key)).map((key) => `${who} does not know ${key}`),
    ...found.filter((key) => !wanted.has(key)).map((key) => `${who} has ${key} as suppressed`),
  ];
}
