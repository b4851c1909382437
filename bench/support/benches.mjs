import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Name → file and title. */
export const BENCHES = {
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
  j: ['first-drop', 'time from a create until the event filter drops events of the user'],
  k: ['index-start', 'starts of the suppression index from its snapshot and from the topic'],
  l: ['deletions', 'deletions carried out, against the same calls made directly; claims'],
  m: ['fairness', 'requests of one workspace while another one overloads Lethe'],
  edge: ['edge', 'GET /v2/me, 16 connections, against a bare Fastify program with the same answer'],
  imports: ['imports', "an import of 1,000,000 users, and another workspace's creates during it"],
  growth: ['growth', 'bytes, and blocks of each hot statement, with 1, 5 and 20 million users'],
  verifications: [
    'verifications',
    'deletions of one workspace beside 1,000,000 due verifications of another one',
  ],
  limits: ['limits', 'creates with metrics, rate limits and traces, against creates without'],
};

/** Exit code of a program that Ctrl-C or SIGTERM stopped. */
export const STOPPED = 130;

/**
 * Runs a benchmark in its own process. A signal to this process stops the benchmark, and sets the
 * exit code to `STOPPED`.
 *
 * @param id key of `BENCHES`
 * @param values of the command line
 * @returns {Promise<any>} `{ id, title, table, figures, targets }`, or `{ id, title, failure }`
 */
export async function runBench(id, values) {
  const [name, title] = BENCHES[id];
  const script = fileURLToPath(new URL('./run-one.mjs', import.meta.url));
  const child = fork(script, [`../${name}.bench.mjs`, JSON.stringify(values)]);
  const stop = () => {
    process.exitCode = STOPPED;
    child.kill('SIGTERM');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  let result;
  child.once('message', (message) => (result = message));
  const [code, signal] = await once(child, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  const failure = `its process ended with ${code ?? signal} before it had a result`;
  return { id, title, ...(result ?? { failure }) };
}
