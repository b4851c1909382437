#!/usr/bin/env node
// Runs all tests, or only files whose paths match, and ends with a summary line.
// Usage: node tools/test.mjs [--only project,…] [--long] [--no-bench] [--workers n] [--results file] [path pattern…]
//        node tools/test.mjs --results file --only-summary
// A long run of all tests begins with the comparison of the benchmarks (bench/compare.mjs), except
// with --no-bench.
// A long run of e2e/kubernetes builds the images and starts a Kubernetes node. It needs root.
// --results adds the results to the results of earlier runs in the file. The summary line counts
// all runs. --only-summary runs no tests, and prints the summary of the file.
// --workers replaces the number of workers of jest.config.mjs.
import { spawn } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { servicesFolder } from './jest/services-folder.mjs';

const MINUTE = 60_000;
/**
 * Size of V8's young generation, in MiB. Each test file loads its modules again. With a smaller
 * size, V8 would copy most of the modules before they become garbage.
 */
const MORE_YOUNG_SPACE = '--max-semi-space-size=64';
/**
 * Limit of a run in milliseconds, far above the duration of all tests. A run that reaches the limit
 * is stopped and counts as failed.
 */
const LIMIT = { usual: 60 * MINUTE, long: 300 * MINUTE, benchmarks: 420 * MINUTE };
/** Versions of Node on which a long run repeats the end-to-end tests. */
const OTHER_NODES = ['20', '22', '24'];

/**
 * Variables that are possibly set on the machine of a developer. All tests must pass with these
 * variables, because Jest's globalSetup removes them
 * (libs/testing/test/isolated-environment.int.spec.ts).
 */
const HOSTILE = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere',
  KAFKA_BROKERS: '127.0.0.1:1',
  PORT: '1',
  LETHE_SECRET_KEY: 'junk',
  LETHE_DATA_DIR: '/nowhere',
  LETHE_URL: 'http://127.0.0.1:1',
  LETHE_TOKEN: 'junk',
  PGHOST: '127.0.0.1',
  PGPORT: '1',
  PGSSLMODE: 'require',
};

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    'no-bench': { type: 'boolean', default: false },
    workers: { type: 'string' },
    results: { type: 'string' },
    'only-summary': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const root = new URL('..', import.meta.url).pathname;
const scratch = mkdtempSync(join(tmpdir(), 'lethe-test-'));
// If the tests run as root, PostgreSQL runs as another user, which must be able to enter this
// folder.
chmodSync(scratch, 0o755);
const results = values.results ?? join(scratch, 'results');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stopping.abort(`the tests were stopped (${signal})`));
}
const isWhole = values.only === undefined && positionals.length === 0;
const isKubernetes =
  positionals.length > 0 && positionals.every((path) => path.startsWith('e2e/kubernetes'));
const comparesBenchmarks = values.long && isWhole && !values['no-bench'];
const limit =
  (values.long ? LIMIT.long : LIMIT.usual) + (comparesBenchmarks ? LIMIT.benchmarks : 0);
setTimeout(() => stopping.abort(`the tests did not end within ${limit / MINUTE} minutes`), limit);

if (!values['only-summary']) await runAll().catch((error) => note(String(error)));
if (stopping.signal.aborted) note(stopping.signal.reason);
const ok = summarise();
rmSync(scratch, { recursive: true, force: true });
process.exit(ok ? 0 : 1);

async function runAll() {
  await prepare();
  if (values.long && isKubernetes) return runOnKubernetes();
  if (comparesBenchmarks) await compareBenchmarks(); // first: it needs an idle machine
  const projects = values.only === undefined ? [] : ['--selectProjects', ...values.only.split(',')];
  const workers = values.workers === undefined ? [] : ['--maxWorkers', values.workers];
  await runJest([process.execPath], [...positionals, ...projects, ...workers]);
  if (!values.long || !isWhole) return;
  for (const version of OTHER_NODES) {
    if (version === process.versions.node.split('.')[0]) continue;
    console.log(`\n--- end-to-end tests on Node ${version}`);
    await runJest(['npx', '-y', '-p', `node@${version}`, 'node'], ['--selectProjects', 'e2e']);
  }
}

/**
 * Builds the apps for the end-to-end tests. Downloads the tools with which tests check the Helm
 * chart, alerts and completion.
 */
async function prepare() {
  const [built, ...fetched] = await Promise.all([
    build(),
    run([process.execPath, 'deploy/tools/chart-tools.mjs', '--quiet']),
    run([process.execPath, 'deploy/tools/prometheus.mjs', '--quiet']),
    run([process.execPath, 'tools/shells.mjs', '--quiet']),
  ]);
  if (built !== 0) throw new Error('the build failed');
  await run([process.execPath, 'tools/kafka-classes.mjs']); // only saves CPU: failures are ignored
  if (fetched.some((code) => code !== 0))
    throw new Error('the tools that check chart, alerts and completion could not be downloaded');
}

/** Builds the images, and runs the tests in the network of a new Kubernetes node. Needs root. */
async function runOnKubernetes() {
  for (const option of [[], ['--stand-ins']]) {
    const built = await run(['bash', 'deploy/tools/images.sh', ...option]);
    if (built !== 0) throw new Error('the images were not built');
  }
  const node = join(scratch, `lethe-${process.pid}`); // its name is also the name of the network
  const beside = ['bash', 'deploy/tools/kube-node.sh', 'run', node, process.execPath];
  const paths = [...positionals, 'deploy/test/api-server', '--runInBand'];
  const environment = {
    LETHE_TEST_KUBE_NODE: node,
    LETHE_TEST_KUBECONFIG: join(node, 'kubeconfig'),
  };
  await runJest(beside, paths, environment);
}

async function compareBenchmarks() {
  const code = await run([process.execPath, 'bench/compare.mjs']);
  if (code === 0) add({ passed: 1, failed: 0, failures: [] });
  else
    note('a benchmark is worse than recorded, or was not compared: see above (bench/compare.mjs)');
}

/** Does the same as `npm run build`, but checks the types while it builds the apps. */
async function build() {
  const codes = await Promise.all([
    run([process.execPath, 'tools/check-types.mjs']),
    run([process.execPath, 'tools/bundle-apps.mjs']),
  ]);
  return codes.find((code) => code !== 0) ?? 0;
}

/**
 * Runs one Jest for all projects. The first test that needs PostgreSQL or Kafka starts the server
 * (libs/testing), and a watchdog stops the server.
 *
 * @param node command that runs Node
 * @param args arguments for Jest
 * @param env further environment variables
 */
async function runJest(node, args, env = {}) {
  if (stopping.signal.aborted) return;
  const services = servicesFolder(`lethe-services-${process.pid}-${Date.now()}`, scratch);
  const jest = [
    MORE_YOUNG_SPACE,
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    ...args,
  ];
  const failedBefore = sumOfResults().failed;
  const before = cpuTime();
  const startedAt = performance.now();
  const environment = {
    ...HOSTILE,
    LETHE_TEST_RESULTS: results,
    LETHE_TEST_SERVICES_DIR: services,
    ...(values.long ? { LETHE_TEST_LONG: 'true' } : {}),
    ...env,
  };
  const command = [...node, '--disable-warning=ExperimentalWarning', ...jest];
  const code = await run(command, environment, () => isGone(services));
  const seconds = (performance.now() - startedAt) / 1_000;
  const busy = (cpuTime() - before) / 1_000;
  const share = Math.round((busy / seconds / cpus().length) * 100);
  console.log(
    `\nCPU time of all programs on this machine: ${busy.toFixed(0)} s in ${seconds.toFixed(0)} s on ${cpus().length} CPUs (${share} %)`,
  );
  if (code !== 0 && sumOfResults().failed === failedBefore) note(`Jest ended with ${code}`);
}

/** Waits at most 30 s until the watchdog has stopped its services and removed its folder. */
async function isGone(services) {
  for (let tries = 0; existsSync(services) && tries < 600; tries += 1) await delay(50);
}

/** Returns the milliseconds of CPU time that all programs on this machine have used. */
function cpuTime() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0);
}

/**
 * Runs a command in its own process group, so that its children end with it.
 *
 * @param cleanUp waits until helpers of the command have ended; afterwards the remaining processes
 * of the group are killed
 * @returns exit code of the command
 */
async function run([command, ...args], env = {}, cleanUp = () => undefined) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const end = () => endGroup(child.pid, 'SIGTERM');
  stopping.signal.addEventListener('abort', end);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? signal));
    });
  } finally {
    stopping.signal.removeEventListener('abort', end);
    await cleanUp();
    endGroup(child.pid, 'SIGKILL'); // kills processes that a killed Jest worker left behind
  }
}

function endGroup(leader, signal) {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // ESRCH: all processes of the group have ended
  }
}

/** Adds a failure outside of tests to the results. */
function note(failure) {
  add({ passed: 0, failed: 1, failures: [failure] });
}

function add(counts) {
  appendFileSync(results, `${JSON.stringify({ skipped: 0, ...counts })}\n`);
}

function sumOfResults() {
  const text = existsSync(results) ? readFileSync(results, 'utf8') : '';
  // The last line can be incomplete if Jest was killed.
  const lines = text.split('\n').filter((line) => line.endsWith('}'));
  const files = lines.map((line) => JSON.parse(line));
  const count = (key) => files.reduce((sum, file) => sum + file[key], 0);
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: files.flatMap(({ failures }) => failures),
  };
}

/** Prints the failures and the summary line. @returns true if all tests passed */
function summarise() {
  const { passed, failed, skipped, failures } = sumOfResults();
  for (const failure of failures) console.log(`\nFAILED ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && passed > 0;
}
