import { WORKSPACE } from '../../support/workspaces.js';
import type { Calm, Entry } from '../history.js';

/** While nobody writes and nothing is wrong, feed, index and filter know exactly what the regulations say. */
export function wrongInCalm(history: readonly Entry[]): string[] {
  const calms = history.filter((entry): entry is Entry & { type: 'calm' } => entry.type === 'calm');
  if (calms.length === 0) return ['it never came to a calm'];
  return calms.flatMap((calm, n) =>
    [...wrongFeeds(calm), ...wrongVerdicts(calm)].map((problem) => `calm ${n}: ${problem}`),
  );
}

function wrongFeeds({ covered, feeds }: Calm): string[] {
  const ours = covered.filter((key) => key.startsWith(`${WORKSPACE}:`));
  return Object.entries(feeds).flatMap(([client, keys]) => difference(client, ours, keys));
}

function wrongVerdicts({ covered, asked, index, filter }: Calm): string[] {
  const all = new Set(covered);
  const expected = asked.filter((key) => {
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
    ...expected.filter((key) => !known.has(key)).map((key) => `${who} does not know of ${key}`),
    ...found.filter((key) => !wanted.has(key)).map((key) => `${who} holds ${key} for suppressed`),
  ];
}
