/**
 * Runs benchmarks one after another, and prints each result when its benchmark ends (see
 * README.md). Exits with code 1 if a benchmark fails, or if a full run misses a target.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from './support/machine.mjs';
import { describeResult } from './support/report.mjs';

/** Name → file and title. */
const BENCHES = {
  a: [
    'creates',
    'single-user creates per second, 32 connections, against a bare Fastify + pg program',
  ],
  b: ['bulk', 'one request with 10,000 users, against a raw bulk insert of the same rows; memory'],
  c: ['list', 'list pages of 1,000,000 regulations, first against last'],
  d: ['freshness', 'time from the 201 until a consumer has the record, one create at a time'],
  e: ['relay', 'the relay with a backlog, against a plain transactional producer'],
  f: ['test-runs', 'test runs per second and their latency, against the stages alone'],
  g: ['feed', 'feed pages with millions of suppressions, against a bare Fastify + pg program'],
  h: ['index', 'the suppression index in memory, against a Set of strings'],
  i: ['filter', 'the event filter, against a plain loop from topic to topic'],
  k: ['index-start', 'starts of the suppression index from its snapshot and from the topic'],
  l: ['deletions', 'deletions carried out, against the same calls made directly; claims'],
  m: ['fairness', 'requests of one workspace while another one overloads Lethe'],
  edge: ['edge', 'GET /v2/me, 16 connections, against a bare Fastify program with the same answer'],
  imports: ['imports', "an import of 1,000,000 users, and another workspace's creates during it"],
  limits: ['limits', 'creates with metrics, rate limits and traces, against creates without'],
};

const USAGE = `usage: npm run bench -- NAME… [options], or all

${Object.entries(BENCHES)
  .map(([name, [, title]]) => `  ${name.padEnd(7)}  ${title}`)
  .join('\n')}

  --quick           a few seconds each: shows that the benchmarks run, not how fast Lethe is
  --json            the results as JSON on stdout, progress on stderr
  --dir FOLDER      folder for the data of database and broker, not on a RAM disk
  --rows N          (g) suppressions to store, default 5,000,000; (imports) users in the file
  --profile FOLDER  write CPU profiles of apps and baselines to this folder
`;

const options = {
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  dir: { type: 'string' },
  profile: { type: 'string' },
  rows: { type: 'string' },
  help: { type: 'boolean', default: false },
};

const { values, positionals } = parse();
const chosen = positionals.includes('all') ? Object.keys(BENCHES) : positionals;
const unknown = chosen.find((name) => !Object.hasOwn(BENCHES, name));
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (unknown !== undefined) refuse(`There is no benchmark "${unknown}".`);
if (chosen.length === 0) refuse('There is no benchmark in the command. Name one, or all.');
if (values.rows !== undefined && !/^[1-9]\d{3,8}$/.test(values.rows)) {
  refuse('--rows: must be a whole number from 1000 to 999999999.');
}

const { quick, json } = values;
const machine = await describeMachine();
if (json) write(`{ "machine": ${JSON.stringify(machine)}, "quick": ${quick}, "results": [`);
else write(`${Object.values(machine).join(' · ')}\n`);
for (const [at, id] of chosen.entries()) {
  const [name, title] = BENCHES[id];
  const result = { id, title, ...(await runApart(name)) };
  const isMissed = result.targets?.some(({ met }) => !met) === true && !quick;
  if (result.failure !== undefined || isMissed) process.exitCode ||= 1;
  if (json) write(`${at === 0 ? '' : ','}\n${JSON.stringify(result)}`);
  else write(describeResult(result, quick));
}
if (json) write('\n] }\n');

/** Runs a benchmark in its own process. @returns `{ table, figures, targets }`, or `{ failure }` */
async function runApart(name) {
  const script = fileURLToPath(new URL('./support/run-one.mjs', import.meta.url));
  const child = fork(script, [`../${name}.bench.mjs`, JSON.stringify(values)]);
  const stop = () => {
    process.exitCode = 130;
    chosen.length = 0; // starts no further benchmark
    child.kill('SIGTERM');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  let result;
  child.once('message', (message) => (result = message));
  const [code, signal] = await once(child, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return result ?? { failure: `its process ended with ${code ?? signal} before it had a result` };
}

function write(text) {
  process.stdout.write(text);
}

function parse() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(message) {
  process.stderr.write(`${message}\n\n${USAGE}`);
  process.exit(2);
}
