import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare } from 'semver';
import { median, percentile } from './statistics.mjs';

/** Folder of the recorded results, one file for each version. */
export const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));

/** Longer lists of numbers are recorded as their count, median, p99 and maximum. */
const LONGEST_LIST = 20;

/** Returns the record of each version, `{ version, benches }`. The latest version is first. */
export function readResults(folder = RESULTS) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .sort((one, other) => compare(other.version, one.version));
}

/**
 * Writes the entry of a benchmark into the record of a version. Entries of other benchmarks stay.
 *
 * @param ids all benchmarks, in their order; entries of other ids are removed
 */
export function keepEntry({ folder = RESULTS, version, ids, id, entry }) {
  const former = readResults(folder).find((record) => record.version === version);
  const entries = { ...former?.benches, [id]: entry };
  const benches = Object.fromEntries(
    ids.filter((one) => entries[one] !== undefined).map((one) => [one, entries[one]]),
  );
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ version, benches }, undefined, 2);
  writeFileSync(join(folder, `${version}.json`), `${text}\n`);
}

/**
 * Returns the entry of a benchmark. It has no text of the result except the names of targets and
 * figures, because other texts could name a folder or a host.
 *
 * @param result of the benchmark, without failure
 * @param run `{ date, commit, modified, machine, otherPrograms }`
 */
export function entryOf({ targets, figures }, run) {
  const ratios = targets.filter(({ ratio }) => ratio !== undefined);
  const others = targets.filter(({ ratio }) => ratio === undefined);
  return {
    ...run,
    ratios: ratios.map(({ ratio, ...target }) => ({ ...target, ...ratio })),
    absolute: {
      targets: others,
      figures: condensed(figures),
    },
  };
}

/**
 * Returns the commit of the checkout, and whether its files differ from the commit. Recorded
 * results and their page do not count.
 *
 * @returns `{}` if the folder is no checkout of Git
 */
export function checkedOutCommit(folder) {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    const commit = git('rev-parse', 'HEAD').trim();
    const ignored = [':!bench/results', ':!docs/performance.md'];
    return { commit, modified: git('status', '--porcelain', '-uno', '--', '.', ...ignored) !== '' };
  } catch {
    return {};
  }
}

function condensed(value) {
  if (typeof value === 'number') return Number(value.toPrecision(5));
  if (Array.isArray(value)) return condensedList(value);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, condensed(inner)]));
}

function condensedList(list) {
  const kept = list.map(condensed).filter((value) => value !== undefined);
  if (kept.length <= LONGEST_LIST || typeof kept[0] !== 'number') return kept;
  const maximum = percentile(kept, 1);
  return { count: kept.length, median: median(kept), p99: percentile(kept, 0.99), maximum };
}
