// Generates docs/performance.md from the recorded results of the benchmarks.
import { IDLE_SHARE, wasIdle } from '../bench/support/idle.mjs';

/** Versions in the table. A wider table is hard to read. */
const SHOWN = 6;

/**
 * @param records of `readResults`, the latest version first
 * @param ids of the benchmarks, in their order
 */
export function performancePage(generated, records, ids) {
  return `# Performance

${generated}

Most [benchmarks](../bench/README.md) compare Lethe with the simplest program that does the same work. Some compare Lethe under load with Lethe alone, or the last page of a
list with the first. Both sides run on the same machine, and the result is a ratio. The speed of the machine changes both sides, so ratios can be compared over versions. The
number of CPUs still matters: compare ratios of similar machines.

${records.length === 0 ? 'No results are recorded yet.' : tables(records.slice(0, SHOWN), ids)}

## Repeat the measurement

Use a machine that is otherwise idle:

\`\`\`sh
npm run --silent bench -- all --json > results.json  # also records the results of this version
npm run docs  # writes this page again
\`\`\`

The file of a version, \`bench/results/<version>.json\`, also has the ratio of each round, and the times, rates and memory of the run. \`npm run bench:compare\` runs the benchmarks
three times, and fails if the median of a ratio is more than 15 % worse than the last recorded one. \`npm run test:long\` includes this comparison.
`;
}

function tables(records, ids) {
  return `## Ratios

The range in brackets is that of the rounds of a run. Where the target is a minimum (≥), higher is better. Where it is a maximum (≤), lower is better. A dash means that
the version has no such result. An asterisk (\\*) means that other programs used more than ${percent(IDLE_SHARE)} of the CPUs.

| benchmark | ratio | target | ${records.map(({ version }) => version).join(' | ')} |
| --- | --- | --- |${' --- |'.repeat(records.length)}
${ids.flatMap((id) => rowsOf(id, records)).join('\n')}

## Runs

| version | benchmarks | date | commit | machine | other programs, share of the CPUs |
| --- | --- | --- | --- | --- | --- |
${records.flatMap((record) => runsOf(record, ids)).join('\n')}`;
}

/** Ratios that only older versions have come last. */
function rowsOf(id, records) {
  const entries = records.map(({ benches }) => benches[id]);
  const targets = new Map();
  for (const { name, bound } of entries.flatMap((entry) => entry?.ratios ?? [])) {
    if (!targets.has(name)) targets.set(name, bound);
  }
  return Array.from(targets, ([name, bound]) => {
    return `| ${id} | ${name} | ${bound} | ${entries.map((entry) => cell(entry, name)).join(' | ')} |`;
  });
}

function cell(entry, name) {
  const ratio = entry?.ratios.find((one) => one.name === name);
  if (ratio === undefined) return '–';
  const { value, met, rounds } = ratio;
  const range = rounds.length > 1 ? ` (${Math.min(...rounds)}–${Math.max(...rounds)})` : '';
  return `${value}${range}${met ? '' : ', missed'}${wasIdle(entry.otherPrograms) ? '' : ' \\*'}`;
}

/** Returns a row for the benchmarks that were measured on one day, commit and machine. */
function runsOf({ version, benches }, ids) {
  const runs = new Map();
  for (const id of ids.filter((one) => benches[one] !== undefined)) {
    const { date, commit = 'unknown', modified, machine, otherPrograms } = benches[id];
    const changes = modified ? ', with changes' : '';
    const where = Object.values(machine).join(', ');
    const key = `${date.slice(0, 10)} | ${commit.slice(0, 8)}${changes} | ${where}`;
    const run = runs.get(key) ?? { ids: [], most: 0 };
    runs.set(key, run);
    run.ids.push(id);
    run.most = Math.max(run.most, otherPrograms.before, otherPrograms.during ?? 0);
  }
  return Array.from(runs, ([key, { ids: measured, most }]) => {
    return `| ${version} | ${measured.join(' ')} | ${key} | at most ${percent(most)} |`;
  });
}

function percent(share) {
  return `${Number((share * 100).toFixed(1))} %`;
}
