// Generates docs/performance.md from the recorded results of the benchmarks.
import { IDLE_SHARE, wasIdle } from '../bench/support/idle.mjs';
import { growthSection } from './performance/growth.mjs';
import { OUTGROW } from './performance/outgrow.mjs';
import { SECTIONS } from './performance/sections.mjs';

/** Versions in a table. A wider table is hard to read. */
const SHOWN = 6;

/**
 * @param records of `readResults`, the latest version first
 * @param ids of the benchmarks, in their order
 */
export function performancePage(generated, records, ids) {
  const shown = records.slice(0, SHOWN);
  return `# Performance

${generated}

How many creates, events and deletions does Lethe process, how does this grow, and where is the limit? Every figure on this page was measured with a
[benchmark](../bench/README.md) of this repository, and is copied from its recorded result by a program. Figures that are extrapolated or estimated from results say so.

${shown.length === 0 ? 'No results are recorded yet.' : body(shown, ids)}

${OUTGROW}

## Repeat the measurement

Use a machine that is otherwise idle:

\`\`\`sh
npm run --silent bench -- all --json > results.json  # also records the results of this version
npm run docs  # writes this page again
\`\`\`

The file of a version, \`bench/results/<version>.json\`, also has the ratio of each round, and all times, rates and memory of the run. \`npm run bench:compare\` runs the benchmarks
three times, and fails if the median of a ratio is more than 15 % worse than the last recorded one. \`npm run test:long\` includes this comparison.
`;
}

function body(records, ids) {
  const known = SECTIONS.flatMap(({ benches }) => benches);
  const others = ids.filter((id) => !known.includes(id) && id !== 'growth');
  const sections = [...SECTIONS, { heading: 'Others', text: '', benches: others, figures: [] }];
  return `## How to read the tables

- **Ratios** compare Lethe with the simplest program that does the same work: a bare HTTP server with the same SQL, a plain Kafka producer, direct calls. Others compare Lethe
  under load with Lethe alone, or the last page with the first. Both sides run on the same machine in the same run, so the speed of the machine changes both. Compare
  ratios of machines with as many CPUs.
- **Rates and times** are those of one machine, on which PostgreSQL, Kafka, the load generator and all apps share the CPUs. [Sizes](sizing.md) has the work of each app for
  each second of its own CPU time.
- The range in brackets is that of the rounds of a run. The value before it usually compares the medians of both sides, so no round need have it. Where the target is a minimum (≥), higher is better. Where it is a maximum (≤), lower is better. A dash means that
  the version has no such result. An asterisk (\\*) means that other programs used more than ${percent(IDLE_SHARE)} of the CPUs.

| version | benchmarks | date | commit | machine | other programs, share of the CPUs |
| --- | --- | --- | --- | --- | --- |
${records.flatMap((record) => runsOf(record, ids)).join('\n')}

${[...sections.flatMap((section) => sectionOf(section, records)), growthSection(records)].join('\n\n')}`;
}

/** Returns nothing for a section of which nothing is recorded. */
function sectionOf({ heading, text, benches, figures }, records) {
  const rows = benches.flatMap((id) => rowsOf(id, records));
  const [latest] = records;
  const lines = figures.flatMap(({ bench, needs, of }) => {
    const values = latest.benches[bench]?.absolute.figures ?? {};
    const isRecorded = needs.every((name) => values[name] !== undefined);
    return isRecorded ? of(values).map((cells) => [bench, ...cells]) : [];
  });
  if (rows.length + lines.length === 0) return [];
  const figuresTable = `
| benchmark | figure of ${latest.version} | Lethe | compared with |
| --- | --- | --- | --- |
${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
  return [
    `## ${heading}

${text}
${lines.length === 0 ? '' : figuresTable}
| benchmark | result | target | ${records.map(({ version }) => version).join(' | ')} |
| --- | --- | --- |${' --- |'.repeat(records.length)}
${rows.join('\n')}`,
  ];
}

/** Returns a row for each target. Targets that only older versions have come last. */
function rowsOf(id, records) {
  const entries = records.map(({ benches }) => benches[id]);
  const targets = new Map();
  for (const { name, bound } of entries.flatMap(targetsOf)) {
    if (!targets.has(name)) targets.set(name, bound);
  }
  return Array.from(targets, ([name, bound]) => {
    return `| ${id} | ${name} | ${bound} | ${entries.map((entry) => cell(entry, name)).join(' | ')} |`;
  });
}

function targetsOf(entry) {
  return entry === undefined ? [] : [...entry.ratios, ...entry.absolute.targets];
}

function cell(entry, name) {
  const result = targetsOf(entry).find((one) => one.name === name);
  if (result === undefined) return '–';
  const { value, met, rounds = [] } = result;
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
