import { join } from 'node:path';
import { HUGE_PAGES } from './support/huge-pages.mjs';
import { runProgram } from './support/programs.mjs';
import { ratio, target } from './support/report.mjs';
import { round } from './support/statistics.mjs';

const FULL = { sizes: [1_000_000, 5_000_000, 20_000_000], lookups: 1_000_000 };
const QUICK = { sizes: [200_000], lookups: 100_000 };
const FLAGS = ['--expose-gc', '--max-old-space-size=12000'];
const MILLION = 1_000_000;

export async function run(session) {
  const { sizes, lookups } = session.quick ? QUICK : FULL;
  const rows = [];
  const figures = {};
  for (const users of sizes) {
    const file = join(session.folder, `table-${users}.snapshot`);
    // Each case has its own process, because a full heap would affect the next case. Cases run one
    // after another, because each can use the whole memory bandwidth.
    const runCase = (name, env = {}) => {
      session.progress(`${round(users / MILLION)} million users: ${name}`);
      const args = [name, users, lookups, file];
      return runProgram(session, 'support/index-cases', args, { flags: FLAGS, env });
    };
    figures[users] = {
      table: await runCase('table'),
      huge: await runCase('table', HUGE_PAGES),
      pauses: await runCase('pauses'),
      read: await runCase('read'),
      set: await runCase('set'),
    };
    rows.push(...linesOf(users, figures[users]));
  }
  return { table: [HEAD, ...rows], figures, targets: targetsOf(sizes.at(-1), figures) };
}

const HEAD = ['million users', '', 'index', 'Set of strings', 'ratio'];

function linesOf(users, { table, huge, pauses, read, set }) {
  const millions = round(users / MILLION);
  const line = (name, ours, theirs, decimals = 2) => [
    millions,
    name,
    round(ours, decimals),
    theirs === undefined ? '' : round(theirs, decimals),
    theirs === undefined ? '' : round(ours / theirs, 2),
  ];
  return [
    line('bytes a user, typed arrays', table.arrayBytes / users),
    line('bytes a user, resident', table.residentBytes / users, set.residentBytes / users),
    line('million lookups/s, hits', table.hits / MILLION, set.hits / MILLION),
    line('million lookups/s, misses', table.misses / MILLION, set.misses / MILLION),
    line('million lookups/s, both', table.mixed / MILLION, set.mixed / MILLION),
    line('… with huge pages, hits', huge.hits / MILLION, set.hits / MILLION),
    line('… misses', huge.misses / MILLION, set.misses / MILLION),
    line('… both', huge.mixed / MILLION, set.mixed / MILLION),
    line('… bytes a user, resident', huge.residentBytes / users, set.residentBytes / users),
    line('million users set/s', table.setRate / MILLION, set.setRate / MILLION),
    line('longest set(), ms', pauses.longestMs, set.longestMs),
    line('snapshot written, s', table.writeMs / 1000),
    line('… event loop blocked, ms', table.writeBlockedMs),
    line('snapshot read, s', read.readMs / 1000),
    line('… event loop blocked, ms', read.readBlockedMs),
  ];
}

function targetsOf(most, figures) {
  const { table, huge, pauses, read } = figures[most];
  const bytes = Object.entries(figures).map(
    ([users, sizes]) => sizes.table.arrayBytes / Number(users),
  );
  const blockedMs = Math.max(table.writeBlockedMs, read.readBlockedMs);
  const millions = (rate) => round(rate / MILLION, 2);
  return [
    ratio('bytes a user, maximum', round(Math.max(...bytes), 2), { atMost: 25 }),
    target('million lookups/s, hits', millions(huge.hits), { atLeast: 2 }),
    target('million lookups/s, misses', millions(huge.misses), { atLeast: 2 }),
    target('million lookups/s, both', millions(huge.mixed), { atLeast: 2 }),
    target('longest set(), ms', round(pauses.longestMs), { atMost: 50 }),
    target('event loop blocked by a snapshot, ms', round(blockedMs), { atMost: 50 }),
  ];
}
