/**
 * Runs benchmarks one after another, and prints each result when its benchmark ends (see
 * README.md). With --json, a full run records its results in results/<version>.json. Exits with code 1
 * if a benchmark fails, or if a full run misses a target.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BENCHES, runBench, STOPPED } from './support/benches.mjs';
import { busyShare, watchOthers } from './support/idle.mjs';
import { describeMachine } from './support/machine.mjs';
import { describeResult } from './support/report.mjs';
import { checkedOutCommit, entryOf, keepEntry } from './support/results.mjs';

const USAGE = `usage: npm run bench -- NAME… [options], or all

${Object.entries(BENCHES)
  .map(([name, [, title]]) => `  ${name.padEnd(7)}  ${title}`)
  .join('\n')}

  --quick           a few seconds each: shows that the benchmarks run, not how fast Lethe is
  --json            the results as JSON on stdout, progress on stderr; a full run of the usual
                    sizes is also recorded in bench/results
  --dir FOLDER      folder for the data of database and broker, not on a RAM disk
  --rows N          (g) suppressions to store, default 5,000,000; (growth) users to store, default
                    20,000,000; (imports) users in the file
  --profile FOLDER  write CPU profiles of apps and baselines to this folder
`;

const options = /** @type {const} */ ({
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  dir: { type: 'string' },
  profile: { type: 'string' },
  rows: { type: 'string' },
  help: { type: 'boolean', default: false },
});

const { values, positionals } = parse();
const chosen = positionals.includes('all') ? Object.keys(BENCHES) : positionals;
const unknown = chosen.find((name) => !Object.hasOwn(BENCHES, name));
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (unknown !== undefined) refuse(`There is no benchmark "${unknown}".`);
if (chosen.length === 0) refuse('There is no benchmark in the command. Name one, or all.');
if (values.rows !== undefined && !/^[1-9]\d{3,8}$/.test(String(values.rows))) {
  refuse('--rows: must be a whole number from 1000 to 999999999.');
}

const { quick, json } = values;
/** Other sizes, and the profiler, change the results. */
const isRecorded = json && !quick && values.rows === undefined && values.profile === undefined;
const root = fileURLToPath(new URL('../', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const checkout = checkedOutCommit(root);
const machine = await describeMachine();
if (json) write(`{ "machine": ${JSON.stringify(machine)}, "quick": ${quick}, "results": [`);
else write(`${Object.values(machine).join(' · ')}\n`);
for (const [at, id] of chosen.entries()) {
  const result = await (isRecorded ? runRecorded(id) : runBench(id, values));
  const isMissed = result.targets?.some(({ met }) => !met) === true && !quick;
  if (result.failure !== undefined || isMissed) process.exitCode ||= 1;
  if (json) write(`${at === 0 ? '' : ','}\n${JSON.stringify(result)}`);
  else write(describeResult(result, quick));
  if (process.exitCode === STOPPED) break;
}
if (json) write('\n] }\n');

/** Runs a benchmark and records its result, if it has one. */
async function runRecorded(id) {
  const date = new Date().toISOString();
  const before = await busyShare(3);
  const stop = watchOthers();
  const result = await runBench(id, values);
  if (result.failure !== undefined) return result;
  const otherPrograms = { before, during: stop() };
  const entry = entryOf(result, { date, ...checkout, machine, otherPrograms });
  keepEntry({ version, ids: Object.keys(BENCHES), id, entry });
  return result;
}

function write(text) {
  process.stdout.write(text);
}

/** @returns the options and names of the command line */
function parse() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse(error.message);
  }
}

/** @returns {never} */
function refuse(message) {
  process.stderr.write(`${message}\n\n${USAGE}`);
  process.exit(2);
}
