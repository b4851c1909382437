/**
 * Runs benchmarks: `npm run bench -- a…n|imports|size|limits|console|all [--quick] [--json] [--dir FOLDER] [--profile FOLDER]`.
 * See README.md for what each one measures. Exit code 1 when a full run misses a target.
 */
import { parseArgs } from 'node:util';
import { describeMachine } from './support/machine.mjs';
import { printResult } from './support/report.mjs';
import { withSession } from './support/session.mjs';

const BENCHES = {
  a: './creates.bench.mjs',
  b: './bulk.bench.mjs',
  c: './list.bench.mjs',
  d: './freshness.bench.mjs',
  e: './relay.bench.mjs',
  f: './test-runs.bench.mjs',
  g: './feed.bench.mjs',
  h: './index.bench.mjs',
  i: './filter.bench.mjs',
  j: './first-drop.bench.mjs',
  k: './index-start.bench.mjs',
  l: './deletions.bench.mjs',
  m: './fairness.bench.mjs',
  n: './outages.bench.mjs',
  imports: './imports.bench.mjs',
  size: './size.bench.mjs',
  limits: './limits.bench.mjs',
  console: './console.bench.mjs',
};

const USAGE = `usage: npm run bench -- a…n|imports|size|limits|console|all… [options]

  a  single-user creates per second, against a bare Fastify + pg program
  b  one request with 10,000 users, against a raw bulk insert; memory
  c  list pages of 1,000,000 regulations, first against last
  d  from the 201 to the record being with a consumer
  e  relay throughput, against a plain transactional producer
  f  test runs per second and their latency, against the stages alone
  g  pages of the feed of millions of suppressions, against a bare Fastify + pg program
  h  the suppression index: bytes a user, lookups per second, against a Map and a Set
  i  the event filter, against a plain loop from topic to topic
  j  from the request to the first event that the filter drops
  k  starts of the suppression index from its snapshot and from the topic
  l  deletions carried out, against the same calls made directly; claims among 11,000,000 jobs
  m  one workspace's test runs and deletions beside those of another that makes trouble
  n  how soon another instance relays, and a gateway refuses
  imports  a file of 1,000,000 users: how long, processor time, memory, single creates beside it
  size  memory and processor time of each app, idle and under load
  limits  creates with metrics and rate limits on, against both off
  console  the console in Chromium with 1,000,000 regulations and 5,000 live events a minute

  --quick           a few seconds each; shows that it works, not how fast
  --json            the results as JSON on stdout, progress on stderr
  --dir FOLDER      where database and broker keep their data (a disk, not a RAM disk)
  --rows N          (g) suppressions to store, default 5,000,000; (imports) users of the file
  --minutes N       (console) for how long memory is watched, default 15
  --profile FOLDER  write CPU profiles of gateway and regulation there
`;

const options = {
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  dir: { type: 'string' },
  profile: { type: 'string' },
  rows: { type: 'string' },
  minutes: { type: 'string' },
  help: { type: 'boolean', default: false },
};

let parsed;
try {
  parsed = parseArgs({ options, allowPositionals: true });
} catch (error) {
  refuse(error.message);
}
const { values, positionals } = parsed;
const chosen = positionals.includes('all') ? Object.keys(BENCHES) : positionals;
const unknown = chosen.filter((name) => !Object.hasOwn(BENCHES, name));
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (unknown.length > 0) refuse(`There is no benchmark "${unknown[0]}".`);
if (chosen.length === 0) refuse('Which one?');
if (values.rows !== undefined && !/^[1-9]\d{3,8}$/.test(values.rows))
  refuse('--rows takes a number.');
if (values.minutes !== undefined && !/^[1-9]\d{0,3}$/.test(values.minutes))
  refuse('--minutes takes a number.');

const machine = await describeMachine();
if (!values.json) process.stdout.write(`${Object.values(machine).join(' · ')}\n`);

const results = [];
for (const id of chosen) {
  const bench = await import(BENCHES[id]);
  const result = await withSession(values, (session) => bench.run(session));
  results.push({ id, title: bench.title, ...result });
  if (!values.json) printResult(results.at(-1), values.quick);
}
if (values.json) {
  process.stdout.write(`${JSON.stringify({ machine, quick: values.quick, results }, null, 2)}\n`);
}
const missed = results.some(({ targets }) => targets.some(({ met }) => !met));
process.exitCode = missed && !values.quick ? 1 : 0;

function refuse(message) {
  process.stderr.write(`${message}\n\n${USAGE}`);
  process.exit(2);
}
