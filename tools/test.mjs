#!/usr/bin/env node
// Runs all tests, or the files whose paths match, and ends with a plain line.
// Usage: node tools/test.mjs [--only project,…] [--long] [--results file] [path pattern…]
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const MINUTE = 60_000;
/** Far above what a run takes; something that hangs is ended and said. */
const LIMIT = { usual: 40 * MINUTE, long: 300 * MINUTE };
/** Besides the Node that runs this, the end-to-end part of a long run is on these too. */
const OTHER_NODES = ['20', '22', '24'];

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
  allowPositionals: true,
});
const root = new URL('..', import.meta.url).pathname;
const scratch = mkdtempSync(join(tmpdir(), 'lethe-test-'));
// Under root PostgreSQL runs as another user, who must be able to pass.
chmodSync(scratch, 0o755);
const results = values.results ?? join(scratch, 'results');
const groups = [];
let runs = 0;
let ok = false;

try {
  ok = await prepare();
  if (ok) {
    const only = values.only === undefined ? [] : ['--selectProjects', ...values.only.split(',')];
    ok = await runJest([process.execPath], [...only, ...positionals]);
    for (const version of values.long ? OTHER_NODES : []) {
      if (version === process.versions.node.split('.')[0]) continue;
      console.log(`\n--- end to end on Node ${version}`);
      const node = ['npx', '-y', '-p', `node@${version}`, 'node'];
      ok = (await runJest(node, ['--selectProjects', 'e2e'])) && ok;
    }
  }
} finally {
  for (const group of groups) endGroup(group, 'SIGKILL'); // what a worker that was killed left behind
  ok = summarise(ok);
  rmSync(scratch, { recursive: true, force: true });
  process.exit(ok ? 0 : 1);
}

/** The end-to-end tests start the built apps; the chart is checked with tools that are fetched once. */
async function prepare() {
  const codes = await Promise.all([
    run([process.execPath, 'node_modules/typescript/bin/tsc', '--build']),
    run([process.execPath, 'deploy/tools/chart-tools.mjs', '--quiet']),
  ]);
  return codes.every((code) => code === 0);
}

/**
 * One Jest for all projects. What it tests on, a PostgreSQL and a Kafka, is started by the first
 * test that asks for it (libs/testing) and ended by a watchdog.
 *
 * @param node command that runs Node
 * @param args for Jest
 */
async function runJest(node, args) {
  const services = join(scratch, `services-${(runs += 1)}`);
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', ...args];
  const before = cpuTime();
  const startedAt = performance.now();
  const code = await run([...node, '--disable-warning=ExperimentalWarning', ...jest], {
    LETHE_TEST_RESULTS: results,
    LETHE_TEST_SERVICES_DIR: services,
    ...(values.long ? { LETHE_TEST_LONG: 'true' } : {}),
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const busy = (cpuTime() - before) / 1_000;
  const share = Math.round((busy / seconds / cpus().length) * 100);
  console.log(
    `\nOf ${cpus().length} CPUs for ${seconds.toFixed(0)} s, ${busy.toFixed(0)} s were used (${share} %), by all programs of this machine`,
  );
  for (let tries = 0; existsSync(services) && tries < 600; tries += 1) await delay(50);
  return code === 0;
}

/** Milliseconds that all CPUs of this machine have worked. */
function cpuTime() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0);
}

/** Runs a command in a process group of its own, so that what it started can be ended with it. */
function run([command, ...args], env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    const end = () => endGroup(child.pid, 'SIGTERM');
    const limit = values.long ? LIMIT.long : LIMIT.usual;
    const timer = setTimeout(() => {
      console.log(`\nFAILED: not done after ${limit / MINUTE} minutes`);
      end();
    }, limit);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, end);
      groups.push(child.pid);
      resolve(code ?? 1);
    });
  });
}

function endGroup(leader, signal) {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // all of it has ended
  }
}

/**
 * Adds up what was reported, prints it, and says whether all is well.
 *
 * @param allEndedWell a run that broke has not reported all that failed
 */
function summarise(allEndedWell) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n') : [];
  for (const file of lines.map((line) => JSON.parse(line))) {
    for (const key of Object.keys(sum)) sum[key] += file[key];
    for (const failure of file.failures) console.log(`\nFAILED ${failure}`);
  }
  if (!allEndedWell && sum.failed === 0) sum.failed = 1;
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`);
  return sum.failed === 0 && sum.passed > 0;
}
